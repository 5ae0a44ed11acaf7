import { checkCode, checkPassword, checkPhone } from '#contract/identity.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict, type FieldErrors, invalid, signInFirst } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { withCode } from './claim-code.ts';
import { MOBILE_TAKEN_TEXT } from './create-user.ts';
import { hashPassword, passwordMatches } from './hash-password.ts';
import { endAllOfUser } from './log-in.ts';
import { countLoginTry, forgiveLoginTries, giveBackLoginTry } from './login-limits.ts';
import { findUser, findUserByMobile, setMobile, setPasswordHash, type UserRow } from './repo.ts';
import type { SecurityChange } from './security-events.ts';
import { NO_SUCH_USER_TEXT } from './send-code.ts';
import './security-events.ts';

/**
 * Sets the signed-in user's password, proven by the old one or by a code to their phone (`sendOwnCode`). Every other login ends; this one stays.
 * A wrong old password counts like a failed login.
 * @throws AppError code 1 with fields old_password, captcha, password; 429 too many attempts; 503 too many hashes wait
 */
export async function changePassword(ctx: Ctx, input: { old_password: string; captcha: string; password: string }): Promise<void> {
  const user = await ownUser(ctx);
  const weak = checkPassword(input.password);
  if (weak) throw invalid({ password: weak });
  const change = async () => {
    const password_hash = await hashPassword(input.password);
    await inTransaction(ctx, async (tx) => {
      await setPasswordHash(tx.db, user.id, password_hash);
      await endOtherLogins(tx, user.id);
      await tell(tx, user.id, 'password');
    });
  };
  if (input.captcha.trim() !== '') {
    await withCode(ctx, { mobile: user.mobile, captcha: input.captcha.trim(), purpose: 'security' }, change);
    return;
  }
  if (input.old_password === '') throw invalid({ old_password: '请输入原密码，或改用短信验证码' });
  await requirePassword(ctx, user, input.old_password);
  await change();
}

/**
 * Moves the signed-in user's account to another phone: a code proves the old one, another code (`sendCode`, purpose `bind`) the new one.
 * Every other login ends.
 * @throws AppError code 1 with fields captcha, mobile, mobile_captcha; 409 该手机号已注册
 */
export async function changeMobile(ctx: Ctx, input: { captcha: string; mobile: string; mobile_captcha: string }): Promise<void> {
  const user = await ownUser(ctx);
  const { mobile } = input;
  const wrong: FieldErrors = {};
  const phone = checkPhone(mobile) ?? (mobile === user.mobile ? '这就是您现在的手机号' : null);
  if (checkCode(input.captcha)) wrong['captcha'] = '请输入原手机号的验证码';
  if (phone) wrong['mobile'] = phone;
  if (checkCode(input.mobile_captcha)) wrong['mobile_captcha'] = '请输入新手机号的验证码';
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  await withCode(ctx, { mobile: user.mobile, captcha: input.captcha, purpose: 'security' }, () =>
    namedField('mobile_captcha', () =>
      withCode(ctx, { mobile, captcha: input.mobile_captcha, purpose: 'bind' }, () =>
        inTransaction(ctx, async (tx) => {
          if (!(await setMobile(tx.db, user.id, mobile))) throw conflict(MOBILE_TAKEN_TEXT);
          await endOtherLogins(tx, user.id);
          await tell(tx, user.id, 'mobile');
        }),
      ),
    ),
  );
}

export async function ownUser(ctx: Ctx): Promise<UserRow> {
  const user = await findUser(ctx.db, requireUser(ctx));
  if (!user) throw signInFirst();
  return user;
}

/** The user's own password; a wrong one counts like a failed login. @throws AppError code 1 with the field; 429; 503 */
export async function requirePassword(ctx: Ctx, user: UserRow, password: string, field = 'old_password'): Promise<void> {
  const address = 'address' in ctx.actor ? ctx.actor.address : '';
  await countLoginTry(ctx.app, user.mobile, address);
  const right = await passwordMatches(password, user.password_hash).catch(async (error: unknown) => {
    await giveBackLoginTry(ctx.app, user.mobile, address);
    throw error;
  });
  if (!right) throw invalid({ [field]: field === 'old_password' ? '原密码不正确' : '密码不正确' });
  await forgiveLoginTries(ctx.app, user.mobile, address);
}

async function endOtherLogins(tx: TxCtx, user_id: number): Promise<void> {
  const keep = tx.actor.kind === 'user' ? tx.actor.token_id : 0;
  await endAllOfUser(tx, user_id, keep);
}

const tell = (tx: TxCtx, user_id: number, what: SecurityChange) =>
  emit(tx, 'user.security', { user_id, what, detail: '', at: tx.app.clock.now().toISOString() });

/** Codes speak of the field captcha; a form with two of them must know which. */
async function namedField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.fields?.['captcha'] === undefined) throw error;
    throw new AppError(error.message, { status: error.status, fields: { [field]: error.message } });
  }
}

/**
 * Sets a new password by SMS code and ends every login of the user with what they made. Passkeys and WeChat stay: the user decides on them (`endOtherWays`).
 * @throws AppError code 1: wrong fields, 用户不存在，请先注册, 验证码错误, 验证码已失效，请重新获取; 503 too many hashes wait
 */
export async function resetPassword(ctx: Ctx, input: { account: string; captcha: string; password: string }): Promise<void> {
  const wrong: FieldErrors = {};
  const phone = checkPhone(input.account);
  const weak = checkPassword(input.password);
  if (phone) wrong['account'] = phone;
  if (weak) wrong['password'] = weak;
  if (phone || weak) throw invalid(wrong);
  const user = await findUserByMobile(ctx.db, input.account);
  if (!user) throw new AppError(NO_SUCH_USER_TEXT, { fields: { account: NO_SUCH_USER_TEXT } });
  await withCode(ctx, { mobile: input.account, captcha: input.captcha, purpose: 'reset' }, async () => {
    const password_hash = await hashPassword(input.password);
    await inTransaction(ctx, async (tx) => {
      await setPasswordHash(tx.db, user.id, password_hash);
      await endAllOfUser(tx, user.id);
      await emit(tx, 'user.security', { user_id: user.id, what: 'password', detail: '', at: ctx.app.clock.now().toISOString() });
    });
  });
}
