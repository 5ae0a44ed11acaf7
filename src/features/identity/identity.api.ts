import { gateway } from '#client/gateway.ts';
import { PLATFORM } from '#contract/envelope.ts';
import type { LoginResult, SmsPurpose, UserInfo } from '#contract/identity.ts';

/** Forms show their errors themselves, beside the field. */
const SILENT = { silent: true } as const;

export function sendCaptcha(mobile: string, exist: 1 | 2, purpose: SmsPurpose): Promise<{ sandbox: 0 | 1 }> {
  return gateway.post('/api/userv2/sendCaptcha', { mobile, exist, purpose }, SILENT);
}

export function loginByPassword(account: string, password: string): Promise<LoginResult> {
  return gateway.post('/api/user/login', { account, password, login_platform: PLATFORM }, SILENT);
}

export function loginByCode(account: string, captcha: string): Promise<LoginResult> {
  return gateway.post('/api/user/loginCaptcha', { account, captcha, login_platform: PLATFORM }, SILENT);
}

/** One press of the demo's list; answers only where the stand-ins do. */
export function loginAsTrial(mobile: string): Promise<LoginResult> {
  return gateway.post('/sandbox/login', { mobile }, SILENT);
}

export interface RegisterInput {
  account: string;
  captcha: string;
  password: string;
  web_channel_id: string | undefined;
  invitorid: number | undefined;
}

export function registerUser(input: RegisterInput): Promise<LoginResult> {
  return gateway.post('/api/user/registered', { ...input, platform: PLATFORM }, SILENT);
}

export function resetPassword(account: string, captcha: string, password: string): Promise<null> {
  return gateway.post('/api/user/resetPassword', { account, captcha, password }, SILENT);
}

/** For pages that open with a stored session; a login that is over ends without a dialog. */
export function currentUser(): Promise<UserInfo> {
  return gateway.get('/api/user/userinfo', {}, { ...SILENT, background: true });
}

/** Whose token this is; without touching the session of this browser. */
export function userOfToken(token: string): Promise<UserInfo> {
  return gateway.get('/api/user/userinfo', {}, { ...SILENT, token });
}
