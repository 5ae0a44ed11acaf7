import { browserSupportsWebAuthn, type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { toastError } from '#client/toast.ts';
import type { LoginResult } from '#contract/identity.ts';
import { loginByPasskey, passkeyLoginOptions } from './identity.api.ts';

/** Keys belong to a name; an address of numbers has none. */
const hasName = (): boolean => !/^[\d.]+$|:/.test(location.hostname);

/** Null when this browser cannot, or the reader gave up; says why. @throws ApiError what the server refuses */
export async function passkeyLogin(): Promise<LoginResult | null> {
  if (!browserSupportsWebAuthn() || !hasName()) {
    toastError('此浏览器或地址不支持通行密钥，请使用其他方式登录');
    return null;
  }
  const { key, options } = await passkeyLoginOptions();
  try {
    const response = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
    return await loginByPasskey(key, response);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotAllowedError') throw error;
    return null;
  }
}
