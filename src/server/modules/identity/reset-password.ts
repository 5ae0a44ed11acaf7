import { checkPassword, checkPhone } from '#contract/identity.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { AppError, type FieldErrors, invalid } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { withCode } from './claim-code.ts';
import { endAllOfUser } from './end-logins.ts';
import { hashPassword } from './hash-password.ts';
import { findUserByMobile, setPasswordHash } from './repo.ts';
import { NO_SUCH_USER_TEXT } from './send-code.ts';
import './security-events.ts';

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
