import { eq } from 'drizzle-orm';
import { captchaHash } from '#server/modules/captcha/captcha.ts';
import { captchas } from '#server/modules/captcha/tables.ts';
import type { CallResult, TestApp } from './app.ts';

export const PASSWORD = 'secret-123';

let last = 0;
/** A phone that no other test of this file uses. */
export function newMobile(): string {
  return `138${String(++last).padStart(8, '0')}`;
}

/** Waits out the cooldown, asks for a code and reads it from the sandbox phone, as a person would. */
export async function codeFor(t: TestApp, mobile: string, purpose: 'register' | 'login' | 'reset'): Promise<string> {
  t.clock.advance_ms(60_001);
  const sent = await t.call('POST', '/api/userv2/sendCaptcha', { body: { mobile, exist: purpose === 'register' ? 2 : 1, purpose } });
  if (sent.body.code !== 0) throw new Error(`no code: ${sent.body.msg}`);
  const { body } = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
  return body.data.list[0]!.code;
}

/** Another six digits. */
export function wrongCode(code: string): string {
  return code === '111111' ? '222222' : '111111';
}

export interface SignedIn {
  token: string;
  userinfo: { id: number; nickname: string; account: string };
}

/** Registers a new user the way people do. */
export async function registerUser(t: TestApp, mobile = newMobile(), password = PASSWORD): Promise<CallResult<SignedIn>> {
  const captcha = await codeFor(t, mobile, 'register');
  return t.call<SignedIn>('POST', '/api/user/registered', { body: { account: mobile, captcha, password, platform: 4 } });
}

/** A picture whose letters are known: what a person would read and type. */
export async function readPicture(t: TestApp): Promise<{ picture_key: string; picture: string }> {
  const { body } = await t.call<{ captcha: { key: string } }>('GET', '/api/tools/captcha');
  const { key } = body.data.captcha;
  await t.app.db
    .update(captchas)
    .set({ answer_hash: captchaHash(t.app, key, 'ACEF') })
    .where(eq(captchas.key, key));
  return { picture_key: key, picture: 'acef' };
}
