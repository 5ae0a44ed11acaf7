import { ORDER_PAID, type OrderStatus } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { closeOrder } from './close-order.ts';
import { closeAtProvider } from './payments/settle-payment.ts';
import { findOrder, findOtherOpen, lockBuyerAndSubject, type SubjectKey } from './repo.ts';

/**
 * The buyer cancels an open order. Idempotent.
 * @throws AppError 404 for what is not theirs, 409 when it is paid
 */
export async function cancelOrder(ctx: Ctx, orderid: string): Promise<void> {
  const user_id = requireUser(ctx);
  const order = await findOrder(ctx.db, orderid);
  if (order?.buyer_id !== user_id) throw notFound('订单不存在');
  const had = await inTransaction(ctx, (tx) => closeOrder(tx, order.id, 'cancelled', closeAtProvider));
  if (had === ORDER_PAID) throw conflict('订单已支付，无法关闭');
}

/** Closes an open order of something that is no longer sold; a paid one stays. Locks its payments, then the order. */
export async function closeUnpaid(tx: TxCtx, order_id: number): Promise<void> {
  await closeOrder(tx, order_id, 'cancelled', closeAtProvider);
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
