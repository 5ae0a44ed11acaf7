import type { InviteState, OwnInvites } from '#contract/account.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { invitorOf, isAccountOpen, publicUsers } from '../identity/index.ts';
import { paidOrders } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { countInvites, findInvites, insertInvite, noteFirstOrder, sumInvites } from './repo.ts';
import { inviteHoldHours, inviteMonthMost, invitePaidHoldDays, invitePaidPoints, inviteRegisterPoints } from './settings.ts';

/** The reader's own code, what it brings, and who came by it, the newest first. */
export async function ownInvites(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<OwnInvites> {
  const user_id = requireUser(ctx);
  const register_points = await getSetting(ctx, inviteRegisterPoints);
  const paid_points = await getSetting(ctx, invitePaidPoints);
  const rows = await findInvites(ctx.db, user_id, (page - 1) * limit, limit);
  const people = await publicUsers(
    ctx,
    rows.map((row) => row.user_id),
  );
  const { granted, waiting } = await sumInvites(ctx.db, user_id, register_points, paid_points);
  const url = `${ctx.app.config.site_url}/register?invitorid=${user_id}`;
  return {
    ...{ code: user_id, url, register_points, paid_points },
    share_text: `我在策猫找活动策划方案，预览清楚再付款，注册就能收藏和下载免费方案：${url}`,
    month_most: await getSetting(ctx, inviteMonthMost),
    granted_points: granted,
    waiting_points: waiting,
    list: rows.map((row) => ({
      id: row.id,
      nickname: people.get(row.user_id).nickname,
      create_time: unixSeconds(row.created_at),
      register_state: row.register_state as InviteState,
      register_points: row.register_points,
      paid_state: row.paid_state as InviteState,
      paid_points: row.paid_points,
    })),
    total: await countInvites(ctx.db, user_id),
    ...{ page, limit },
  };
}

/** Notes by whom a new account came; runs in the transaction that makes it. */
export async function noteInvited(tx: TxCtx, user_id: number): Promise<void> {
  const invitor_id = await invitorOf(tx, user_id);
  if (invitor_id === null || invitor_id === user_id) return;
  if (!(await isAccountOpen(tx, invitor_id))) return;
  const now = tx.app.clock.now();
  const hours = await getSetting(tx, inviteHoldHours);
  const register_due_at = new Date(now.getTime() + hours * 3_600_000);
  await insertInvite(tx.db, { invitor_id, user_id, register_due_at, created_at: now });
}

/** Somebody paid; the first time that money was paid counts for who invited them. Repeating it is harmless. */
export async function notePaid(ctx: Ctx, { buyer_id, order_id }: { buyer_id: number; order_id: number }): Promise<void> {
  // an order that a coupon paid whole is no payment, and does not stand in the way of the first one
  const paid = (await paidOrders(ctx, buyer_id, [order_id])).get(order_id);
  if (paid === undefined || paid.left_fen <= 0) return;
  const days = await getSetting(ctx, invitePaidHoldDays);
  await noteFirstOrder(ctx.db, { user_id: buyer_id, order_id, paid_due_at: new Date(ctx.app.clock.now().getTime() + days * 86_400_000) });
}
