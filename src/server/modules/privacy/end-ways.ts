import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { dropAllPasskeys, endAllOfUser, loginOf } from '../identity/index.ts';
import { unlinkWechat, wechatOf } from '../wechat/index.ts';

/** Ends every way into the signed-in user's account but this login, the phone and the password: passkeys, WeChat, other logins and what they made. */
export async function endOtherWays(ctx: Ctx): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await dropAllPasskeys(tx, user_id);
    if (await wechatOf(tx, user_id)) await unlinkWechat(tx, user_id);
    await endAllOfUser(tx, user_id, loginOf(tx));
  });
}
