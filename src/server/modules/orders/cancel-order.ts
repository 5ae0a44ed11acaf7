import { ORDER_PAID, ORDER_WAITING, type OrderStatus } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { isDatabaseUnavailable } from '../../db/pool.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { closeOrder } from './close-order.ts';
import { closeAtProvider } from './payments/settle-payment.ts';
import { findExpired, findOrder, findOtherOpen, lockBuyerAndSubject, type SubjectKey } from './repo.ts';

/**
 * The buyer gives an open order up. Cancelling twice is the same as once.
 * @throws AppError 404 for what is not theirs, 409 when it is paid
 */
export async function cancelOrder(ctx: Ctx, orderid: string): Promise<void> {
  const user_id = requireUser(ctx);
  const order = await findOrder(ctx.db, orderid);
  if (order?.buyer_id !== user_id) throw notFound('订单不存在');
  const had = await inTransaction(ctx, (tx) => closeOrder(tx, order.id, 'cancelled', closeAtProvider));
  if (had === ORDER_PAID) throw conflict('订单已支付，无法关闭');
}

/**
 * Closes the open order of a buyer who gets the subject another way, and keeps placing and settling of it away until the transaction
 * ends. Locks buyer and subject, then the order's payments, then the order.
 * @returns the status it had, 2 when it was paid at the same moment; null when there was none
 */
export async function supersedeOrder(tx: TxCtx, buyer_id: number, of: SubjectKey): Promise<OrderStatus | null> {
  await lockBuyerAndSubject(tx.db, buyer_id, of);
  const open = await findOtherOpen(tx.db, buyer_id, of);
  return open === null ? null : closeOrder(tx, open, 'superseded', closeAtProvider);
}

/**
 * Closes orders whose time is up, each in a transaction of its own: one that cannot be closed is logged and tried again next time,
 * and keeps nobody else's coupon and balance. Returns how many were closed.
 */
export async function expireOrders(ctx: Ctx, batch = 200): Promise<number> {
  let closed = 0;
  for (;;) {
    const ids = await findExpired(ctx.db, ctx.app.clock.now(), batch);
    let failed = 0;
    for (const id of ids) {
      try {
        if ((await inTransaction(ctx, (tx) => closeOrder(tx, id, 'expired', closeAtProvider))) === ORDER_WAITING) closed += 1;
      } catch (error) {
        // without a database none can be closed: the job's own tries are for that
        if (isDatabaseUnavailable(error)) throw error;
        failed += 1;
        ctx.log.error({ err: error, order_id: id }, 'expired order could not be closed');
      }
    }
    if (ids.length < batch || failed === ids.length) return closed;
  }
}
