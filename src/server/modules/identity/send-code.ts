import type { z } from 'zod';
import type { identityCalls } from '#contract/identity/calls.ts';
import { checkPhone, SMS_CODE_DIGITS, type SmsPurpose } from '#contract/identity.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { shanghaiDayEnd } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, signInFirst, tooOften } from '../../kernel/errors.ts';
import { hmacSha256, randomDigits } from '../../kernel/ids.ts';
import { MOBILE_TAKEN_TEXT } from './create-user.ts';
import { SMS_CODE_TTL_MS, SMS_PER_ADDRESS, SMS_PER_MOBILE, SMS_PER_PAIR } from './login-limits.ts';
import { countCodes, deleteCode, findUser, findUserByMobile, insertCode, lockCodeQuota } from './repo.ts';

export const NO_SUCH_USER_TEXT = '用户不存在，请先注册';

/** `account` is for callers that only say that the phone must exist (spec 7): it logs in or resets. `security`: changes of the own account. */
export type StoredPurpose = SmsPurpose | 'account' | 'security' | 'caller';

/** Purposes for phones without an account. */
const FRESH: readonly SmsPurpose[] = ['register', 'bind'];

export type CodeRequest = z.output<typeof identityCalls.sendCaptcha.input>;

/** What the code opens; a purpose that contradicts `exist` is refused. */
function purposeOf(request: CodeRequest): StoredPurpose {
  const fallback = request.exist === 2 ? 'register' : 'account';
  const purpose = request.purpose ?? fallback;
  if (FRESH.some((fresh) => fresh === purpose) !== (request.exist === 2)) throw invalid({ purpose: '验证码用途与账号状态不符' });
  return purpose;
}

/** Keyed by the purpose too: a code for logging in is no code for a new password. */
export function codeHash(ctx: Ctx, mobile: string, purpose: string, code: string): string {
  return hmacSha256(ctx.app.config.secrets.code, `${mobile}\n${purpose}\n${code}`);
}

/**
 * Sends a six-digit code, valid ten minutes. Limits: 1 a minute, 5 an hour, 10 a day for a phone, more for an address, under a lock on both. `exist`
 * asks whether the phone has a user; the call's own limit prevents enumeration.
 * @throws AppError code 1: wrong phone, 用户不存在，请先注册, 该手机号已注册; 429 over a quota; 502 when the message could not be sent
 */
export async function sendCode(ctx: Ctx, request: CodeRequest, address: string): Promise<void> {
  const wrong = checkPhone(request.mobile);
  if (wrong) throw invalid({ mobile: wrong });
  const purpose = purposeOf(request);
  const user = await findUserByMobile(ctx.db, request.mobile);
  if (request.exist === 1 && !user) throw new AppError(NO_SUCH_USER_TEXT, { fields: { mobile: NO_SUCH_USER_TEXT } });
  if (request.exist === 2 && user) throw conflict(MOBILE_TAKEN_TEXT);
  await send(ctx, request.mobile, purpose, address);
}

/**
 * Sends a code to the signed-in user's own phone, for changing password or phone.
 * @throws AppError code 2 for visitors; 429 over a quota; 502 when the message could not be sent
 */
export async function sendOwnCode(ctx: Ctx, address: string): Promise<void> {
  const user = await findUser(ctx.db, requireUser(ctx));
  if (!user) throw signInFirst();
  await send(ctx, user.mobile, 'security', address);
}

/** Sends a code to a phone from which the signed-in user wants to call. @throws AppError code 1 wrong phone; 429 over a quota; 502 */
export async function sendCallerCode(ctx: Ctx, mobile: string, address: string): Promise<void> {
  requireUser(ctx);
  const wrong = checkPhone(mobile);
  if (wrong) throw invalid({ mobile: wrong });
  await send(ctx, mobile, 'caller', address);
}

async function send(ctx: Ctx, mobile: string, purpose: StoredPurpose, address: string): Promise<void> {
  const code = randomDigits(SMS_CODE_DIGITS);
  const id = await inTransaction(ctx, async (tx) => {
    await lockCodeQuota(tx.db, address, mobile);
    const now = ctx.app.clock.now();
    const refused = refuseSms(await countCodes(tx.db, { mobile, address, now, since: quotaWindows(now) }));
    if (refused) throw tooOften(refused.text, refused.retry_after_s);
    return insertCode(tx.db, {
      mobile,
      purpose,
      code_hash: codeHash(ctx, mobile, purpose, code),
      address,
      created_at: now,
      expires_at: new Date(now.getTime() + SMS_CODE_TTL_MS),
    });
  });
  try {
    await ctx.app.providers.sms.send(mobile, 'code', { code, minutes: String(SMS_CODE_TTL_MS / 60_000) });
  } catch (error) {
    // what never arrived must not cost the reader their next attempt
    await deleteCode(ctx.db, id);
    throw new AppError('验证码发送失败，请稍后再试', { status: 502, cause: error });
  }
}

/** What was sent already, to one phone, to one address, and to that phone for that address, at the time of asking. */
export interface SmsSent {
  mobile: SmsCounts;
  address: SmsCounts;
  pair: SmsCounts;
}

export interface SmsCounts {
  minute: number;
  hour: number;
  day: number;
  /** Seconds since the newest; null when there is none. */
  newest_s: number | null;
}

/** Since when the three windows count: a minute, an hour, the Shanghai day. */
function quotaWindows(now: Date): { minute: Date; hour: Date; day: Date } {
  return {
    minute: new Date(now.getTime() - 60_000),
    hour: new Date(now.getTime() - 3_600_000),
    day: new Date(shanghaiDayEnd(now).getTime() - 86_400_000),
  };
}

/** Null when one more code may be sent, else what to say and when to come again. */
function refuseSms(sent: SmsSent): { text: string; retry_after_s: number } | null {
  const { mobile, address, pair } = sent;
  if (mobile.day >= SMS_PER_MOBILE.day || pair.day >= SMS_PER_PAIR.day)
    return { text: '该手机号今日获取验证码次数已达上限，请明天再试', retry_after_s: 3_600 };
  if (mobile.hour >= SMS_PER_MOBILE.hour || pair.hour >= SMS_PER_PAIR.hour)
    return { text: '获取验证码过于频繁，请一小时后再试', retry_after_s: 3_600 };
  if (mobile.minute >= SMS_PER_MOBILE.minute) {
    const wait_s = Math.max(1, 60 - (mobile.newest_s ?? 0));
    return { text: `验证码已发送，请 ${wait_s} 秒后再获取`, retry_after_s: wait_s };
  }
  if (address.day >= SMS_PER_ADDRESS.day || address.hour >= SMS_PER_ADDRESS.hour) {
    return { text: '当前网络获取验证码过于频繁，请一小时后再试', retry_after_s: 3_600 };
  }
  if (address.minute >= SMS_PER_ADDRESS.minute) return { text: '当前网络获取验证码过于频繁，请一分钟后再试', retry_after_s: 60 };
  return null;
}
