import { browserSupportsWebAuthn, type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError } from '#client/toast.ts';
import type { PasskeyAnswer } from '#contract/account.ts';
import type { LoginResult } from '#contract/identity.ts';

/** Keys belong to a name; an address of numbers has none. */
const hasName = (): boolean => !/^[\d.]+$|:/.test(location.hostname);

/** What a key of this browser says to a fresh challenge. Null when this browser cannot, or the reader gave up; says why. */
export async function askPasskey(): Promise<{ key: string; response: PasskeyAnswer } | null> {
  if (!browserSupportsWebAuthn() || !hasName()) {
    toastError('此浏览器或地址不支持通行密钥，请使用其他方式');
    return null;
  }
  const { key, options } = await gateway('POST /api/user/passkeyoptions', {}, SILENT);
  try {
    return {
      key,
      response: { ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })) },
    };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotAllowedError') throw error;
    return null;
  }
}

/** Null as `askPasskey`. @throws ApiError what the server refuses */
export async function passkeyLogin(): Promise<LoginResult | null> {
  const answer = await askPasskey();
  return answer && gateway('POST /api/user/passkey', { key: answer.key, response: answer.response }, SILENT);
}
