import { gateway } from '#client/gateway.ts';
import type { OwnSecurity, PasskeyAnswer, PasskeyOptions, ProofWays, WechatPersonShown, WechatQr } from '#contract/account.ts';
import type { Captcha } from '#contract/download.ts';
import { PLATFORM } from '#contract/envelope.ts';
import type { LoginResult, ProfileInput, SmsPurpose, UserInfo } from '#contract/identity.ts';

/** Forms show their errors themselves, beside the field. */
const SILENT = { silent: true } as const;

export function sendCaptcha(mobile: string, exist: 1 | 2, purpose: SmsPurpose): Promise<{ sandbox: 0 | 1 }> {
  return gateway('POST /api/userv2/sendCaptcha', { mobile, exist, purpose }, SILENT);
}

export function loginByPassword(
  account: string,
  password: string,
  picture: { picture_key?: string; picture?: string } = {},
): Promise<LoginResult> {
  return gateway('POST /api/user/login', { account, password, ...picture, login_platform: PLATFORM }, SILENT);
}

export function loginByCode(account: string, captcha: string): Promise<LoginResult> {
  return gateway('POST /api/user/loginCaptcha', { account, captcha, login_platform: PLATFORM }, SILENT);
}

/** One press of the demo's list; answers only where the sandbox adapters do. */
export function loginAsTrial(mobile: string): Promise<LoginResult> {
  return gateway('POST /sandbox/login', { mobile }, SILENT);
}

export interface RegisterInput {
  account: string;
  captcha: string;
  password: string;
  web_channel_id: string | undefined;
  invitorid: number | undefined;
}

export function registerUser(input: RegisterInput): Promise<LoginResult> {
  return gateway('POST /api/user/registered', { ...input, platform: PLATFORM }, SILENT);
}

export function resetPassword(account: string, captcha: string, password: string): Promise<null> {
  return gateway('POST /api/user/resetPassword', { account, captcha, password }, SILENT);
}

export const sendOwnCode = (): Promise<{ sandbox: 0 | 1 }> => gateway('POST /user/user/captcha', {}, SILENT);

export const endOtherWays = (): Promise<null> => gateway('DELETE /user/user/ways', {});
export const fetchSecurity = (): Promise<OwnSecurity> => gateway('GET /user/user/security', {}, SILENT);

export const fetchProofWays = (): Promise<ProofWays> => gateway('GET /user/user/prove', {}, SILENT);
/** One of the three. */
export const sendProof = (proof: {
  password?: string;
  captcha?: string;
  passkey?: { key: string; response: PasskeyAnswer };
}): Promise<null> => gateway('POST /user/user/prove', proof, SILENT);

/** Whose token this is; without touching the session of this browser. */
export function userOfToken(token: string): Promise<UserInfo> {
  return gateway('GET /api/user/userinfo', {}, { ...SILENT, token });
}

/** As whom a one-use code would sign in; it stays good. */
export function userOfCode(code: string): Promise<{ nickname: string; account: string }> {
  return gateway('GET /api/user/adopt', { code }, SILENT);
}

export function loginByHandOver(code: string): Promise<LoginResult> {
  return gateway('POST /api/user/adopt', { code }, SILENT);
}

export function fetchPicture(): Promise<{ captcha: Captcha }> {
  return gateway('GET /api/tools/captcha', {}, SILENT);
}

/** `link`: binds to the account that is signed in. */
export function startWechat(link: boolean): Promise<WechatQr> {
  return gateway('POST /user/user/getwechatqrcode', { link: link ? 1 : 0 }, SILENT);
}

/** Throws with the code of the state until the login is complete. */
export function checkWechat(token: string): Promise<LoginResult> {
  return gateway('GET /user/user/checkwechatlogin', { token }, SILENT);
}

export interface BindWechatInput extends WechatPersonShown {
  token: string;
  account: string;
  captcha: string;
  password?: string;
  web_channel_id: string | undefined;
  invitorid: number | undefined;
}

export function bindByWechat(input: BindWechatInput): Promise<LoginResult> {
  return gateway('POST /user/user/wechatbind', { ...input }, SILENT);
}

export function passkeyLoginOptions(): Promise<PasskeyOptions> {
  return gateway('POST /api/user/passkeyoptions', {}, SILENT);
}

export function loginByPasskey(key: string, response: PasskeyAnswer): Promise<LoginResult> {
  return gateway('POST /api/user/passkey', { key, response }, SILENT);
}

export function saveSupplement(profile: ProfileInput): Promise<UserInfo> {
  return gateway('POST /user/user/userinfo', profile, SILENT);
}

/** The figures of this browser belong to who signed in. */
export function bindVisitor(uuid: string): Promise<null> {
  return gateway('POST /api/Burieddata/bind', { uuid }, { ...SILENT, background: true });
}
