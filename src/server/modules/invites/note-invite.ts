import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { invitorOf, isAccountOpen } from '../identity/index.ts';
import { paidOrders } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { insertInvite, noteFirstOrder } from './repo.ts';
import { inviteHoldHours, invitePaidHoldDays } from './settings.ts';

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
