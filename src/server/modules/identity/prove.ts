import type { ProofWays } from '#contract/account.ts';
import type { Ctx } from '../../app/ctx.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { ownUser, requirePassword } from './change-account.ts';
import { withCode } from './claim-code.ts';
import { loginOf } from './log-in.ts';
import { maskMobile } from './own-profile.ts';
import { findPasskeys } from './passkeys.repo.ts';
import { type PasskeyAnswer, passkeyHolder } from './passkeys.ts';
import { writeProof } from './repo.ts';

/** By what the signed-in user may prove who they are; a code to the phone always may. */
export async function proofWays(ctx: Ctx): Promise<ProofWays> {
  const user = await ownUser(ctx);
  const keys = await findPasskeys(ctx.db, user.id);
  return { account: maskMobile(user.mobile), has_password: user.password_hash !== null, has_passkey: keys.length > 0 };
}

/** One of the three. */
export interface Proof {
  password: string;
  captcha: string;
  passkey: PasskeyAnswer | null;
}

/**
 * Proves on this login who holds it: `requireFreshProof` lets it through for ten minutes. A wrong password counts like a failed login.
 * @throws AppError code 1 with fields password or captcha, or for another's key; 429 too many attempts
 */
export async function prove(ctx: Ctx, { password, captcha, passkey }: Proof): Promise<void> {
  const user = await ownUser(ctx);
  if (passkey) {
    if ((await passkeyHolder(ctx, passkey)) !== user.id) throw new AppError('这不是当前账号的通行密钥');
  } else if (captcha !== '') {
    await withCode(ctx, { mobile: user.mobile, captcha, purpose: 'security' }, () => Promise.resolve());
  } else {
    if (password === '') throw invalid({ password: '请输入登录密码，或改用短信验证码' });
    await requirePassword(ctx, user, password, 'password');
  }
  await writeProof(ctx.db, loginOf(ctx), ctx.app.clock.now());
}
