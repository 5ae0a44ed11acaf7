import { browserSupportsWebAuthn, type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { gateway } from '#client/gateway.ts';
import type { PasskeyAnswer } from '#contract/account.ts';

/** The browser makes a key, the server stores it. Empty: done; text: why not; null: the reader gave up. @throws ApiError, shown already */
export async function addPasskey(): Promise<string | null> {
  if (!browserSupportsWebAuthn() || /^[\d.]+$|:/.test(location.hostname)) return '此浏览器或地址不支持通行密钥';
  const { key, options } = await gateway('POST /user/user/passkeyoptions', {});
  try {
    const response: PasskeyAnswer = {
      ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })),
    };
    await gateway('POST /user/user/passkey', { key, response, name: nameOfBrowser() });
    return '';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'NotAllowedError') return null;
    if (error.name === 'InvalidStateError') return '这台设备已经添加过通行密钥';
    throw error;
  }
}

/** What the reader calls the device by which the key was made. */
function nameOfBrowser(): string {
  const system = [
    [/iPhone|iPad/, '苹果手机或平板'],
    [/Android/, '安卓手机'],
    [/Windows/, 'Windows 电脑'],
    [/Mac OS X/, '苹果电脑'],
  ] as const;
  return system.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? '我的设备';
}
