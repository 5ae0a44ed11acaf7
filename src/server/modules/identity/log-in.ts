import { checkPassword, checkPhone } from '#contract/identity.ts';
import type { Ctx } from '../../app/ctx.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { withCode } from './claim-code.ts';
import { passwordMatches } from './hash-password.ts';
import { BLOCKED_TEXT, issueToken, type Login, openLogin } from './issue-token.ts';
import { logMark } from './log-mark.ts';
import { countLoginTry, forgiveLoginTries, giveBackLoginTry } from './login-limits.ts';
import { findUserByMobile } from './repo.ts';
import { NO_SUCH_USER_TEXT } from './send-code.ts';

const WRONG_LOGIN_TEXT = '账号或密码错误';

/**
 * Signs in by password. An unknown phone, an account without password and a wrong password do the same work and get the same text.
 * @throws AppError code 1: 账号或密码错误; 403 blocked (only after the right password); 429 too many tries; 503 too many at once
 */
export async function logInByPassword(
  ctx: Ctx,
  input: { account: string; password: string; device?: string },
  address: string,
): Promise<Login> {
  const wrong = checkPhone(input.account);
  if (wrong) throw invalid({ account: wrong });
  const weak = checkPassword(input.password);
  if (weak) throw invalid({ password: weak });
  await countLoginTry(ctx.app, input.account, address);
  const user = await findUserByMobile(ctx.db, input.account);
  const right = await passwordMatches(input.password, user?.password_hash ?? null).catch(async (error: unknown) => {
    await giveBackLoginTry(ctx.app, input.account, address);
    throw error;
  });
  if (!right || !user) {
    ctx.log.info(
      { request_id: ctx.request_id, account: logMark(ctx.app, input.account), network: logMark(ctx.app, address) },
      'login failed',
    );
    throw new AppError(WRONG_LOGIN_TEXT);
  }
  if (user.blocked) throw new AppError(BLOCKED_TEXT, { status: 403 });
  const login = await openLogin(ctx, { user_id: user.id, password_hash: user.password_hash, device: input.device ?? '' });
  if (!login) throw new AppError(WRONG_LOGIN_TEXT);
  await forgiveLoginTries(ctx.app, input.account, address);
  return login;
}

/**
 * Signs in by SMS code.
 * @throws AppError code 1: 用户不存在，请先注册 (spec 4.2), 验证码错误, 验证码已失效，请重新获取; 403 blocked
 */
export async function logInByCode(ctx: Ctx, input: { account: string; captcha: string; device?: string }): Promise<Login> {
  const wrong = checkPhone(input.account);
  if (wrong) throw invalid({ account: wrong });
  const user = await findUserByMobile(ctx.db, input.account);
  if (!user) throw new AppError(NO_SUCH_USER_TEXT, { fields: { account: NO_SUCH_USER_TEXT } });
  return withCode(ctx, { mobile: input.account, captcha: input.captcha, purpose: 'login' }, () => issueToken(ctx, user.id, input.device));
}
