import type { SmsPurpose } from '#contract/identity.ts';
import type { Ctx } from '../../app/ctx.ts';
import { AppError } from '../../kernel/errors.ts';
import { SMS_CODE_TRIES } from './login-limits.ts';
import { findNewestCode, releaseCode, takeStrangersTry, tryCode } from './repo.ts';
import { codeHash, type StoredPurpose } from './send-code.ts';

export type CodeVerdict = 'right' | 'wrong' | 'used' | 'expired';

const OPENS: Record<SmsPurpose | 'security' | 'caller', StoredPurpose[]> = {
  register: ['register'],
  login: ['login', 'account'],
  reset: ['reset', 'account'],
  bind: ['bind'],
  security: ['security'],
  caller: ['caller'],
};

interface Attempt {
  mobile: string;
  captcha: string;
  purpose: SmsPurpose | 'security' | 'caller';
}

/**
 * Checks a code against the phone's newest one in one statement: a wrong one uses one of five attempts, a right one with `claim` uses up the
 * code. Others than who requested it have five attempts of their own, so guessing does not invalidate the code.
 */
async function weigh(ctx: Ctx, attempt: Attempt, claim: boolean): Promise<{ verdict: CodeVerdict; code_id: number | null }> {
  const now = ctx.app.clock.now();
  const newest = await findNewestCode(ctx.db, attempt.mobile, OPENS[attempt.purpose]);
  if (!newest) return { verdict: 'wrong', code_id: null };
  const stranger = 'address' in ctx.actor && ctx.actor.address !== newest.address;
  if (stranger && !(await takeStrangersTry(ctx.db, newest.id, SMS_CODE_TRIES))) return { verdict: 'expired', code_id: null };
  const right = codeHash(ctx, attempt.mobile, newest.purpose, attempt.captcha) === newest.code_hash;
  const alive = newest.expires_at > now && newest.tries < SMS_CODE_TRIES;
  if (stranger && !right) return { verdict: alive && newest.used_at === null ? 'wrong' : 'expired', code_id: null };
  if (await tryCode(ctx.db, { id: newest.id, right, claim, now, tries: SMS_CODE_TRIES })) {
    return { verdict: right ? 'right' : 'wrong', code_id: newest.id };
  }
  return { verdict: right && alive ? 'used' : 'expired', code_id: null };
}

function refuse(verdict: CodeVerdict): AppError {
  const text = verdict === 'wrong' ? '验证码错误' : '验证码已失效，请重新获取';
  return new AppError(text, { fields: { captcha: text } });
}

/**
 * Whether the code is right, without using it up: the first step of the forgotten password. A wrong one counts as an attempt.
 * @throws AppError code 1: 验证码错误, 验证码已失效，请重新获取
 */
export async function checkCode(ctx: Ctx, attempt: Attempt): Promise<void> {
  const { verdict } = await weigh(ctx, attempt, false);
  if (verdict !== 'right') throw refuse(verdict);
}

/**
 * Uses the code up and does `work`; if that fails, the code is good again for its remaining life. Must not run in a transaction: a refused
 * attempt has to be remembered.
 * @param onUsed what to throw when somebody else claimed the same right code first
 * @throws AppError code 1: 验证码错误, 验证码已失效，请重新获取
 */
export async function withCode<T>(ctx: Ctx, attempt: Attempt, work: () => Promise<T>, onUsed?: () => AppError): Promise<T> {
  const { verdict, code_id } = await weigh(ctx, attempt, true);
  if (verdict === 'used' && onUsed) throw onUsed();
  if (verdict !== 'right' || code_id === null) throw refuse(verdict);
  try {
    return await work();
  } catch (error) {
    await releaseCode(ctx.db, code_id);
    throw error;
  }
}
