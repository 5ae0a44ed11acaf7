import { ORDER_PAID, ORDER_WAITING, type OrderStatus } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../kernel/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { closeAtProvider } from './payments/settle-payment.ts';
import { findExpired, findOrder } from './repo.ts';
import type { CloseReason } from './rules.ts';
import { shutOrder } from './shut-order.ts';

/** Closes a waiting order in the caller's transaction; see `shutOrder`. */
export function closeInTransaction(tx: TxCtx, order_id: number, reason: CloseReason): Promise<OrderStatus> {
  return shutOrder(tx, order_id, reason, closeAtProvider);
}

/**
 * The buyer gives an open order up. Closing twice is the same as once.
 * @throws AppError 404 for what is not theirs, 409 when it is paid
 */
export async function closeOrder(ctx: Ctx, orderid: string): Promise<void> {
  const user_id = requireUser(ctx);
  const order = await findOrder(ctx.db, orderid);
  if (order?.buyer_id !== user_id) throw notFound('订单不存在');
  const had = await inTransaction(ctx, (tx) => closeInTransaction(tx, order.id, 'cancelled'));
  if (had === ORDER_PAID) throw conflict('订单已支付，无法关闭');
}

/** Closes orders whose time is up, each in a transaction of its own. Returns how many. */
export async function expireOrders(ctx: Ctx, batch = 200): Promise<number> {
  let closed = 0;
  for (;;) {
    const ids = await findExpired(ctx.db, ctx.app.clock.now(), batch);
    for (const id of ids) {
      if ((await inTransaction(ctx, (tx) => closeInTransaction(tx, id, 'expired'))) === ORDER_WAITING) closed += 1;
    }
    if (ids.length < batch) return closed;
  }
}
