import { ORDER_WAITING, type OrderStatus } from '#contract/order.ts';
import { type Ctx, createCtx, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { releaseOrders } from './hold-order.ts';
import { lockOrder, lockPaymentsOf, markClosed, type OrderRecord } from './repo.ts';
import { type CloseReason, type Move, moveOrder } from './rules.ts';

/** Asks the provider to take no more money for these payments. */
export type ClosePayments = (ctx: Ctx, payment_nos: readonly string[]) => Promise<void>;

/**
 * Closes a waiting order and releases what it holds; after the commit `closePayments` closes its payments at the provider (a parameter to
 * avoid an import cycle: the provider's answer may settle or close orders). Locks its payments, then the order.
 * @returns the status it had: anything but 1 means that nothing was done
 */
export async function closeOrder(tx: TxCtx, order_id: number, reason: CloseReason, closePayments: ClosePayments): Promise<OrderStatus> {
  const payments = await lockPaymentsOf(tx.db, order_id);
  const order = await lockOrder(tx.db, order_id);
  if (order.status !== ORDER_WAITING) return order.status;
  await closeLocked(tx, order, moveOrder(order.status, 'close'), reason);
  const open = payments.filter((payment) => payment.status === 'waiting').map((payment) => payment.payment_no);
  if (open.length > 0) {
    // after the commit and with a context of its own: a slow provider must not hold locks
    tx.afterCommit(() => closePayments(createCtx(tx.app, { kind: 'job', name: 'orders.close' }, tx.request_id), open));
  }
  return order.status;
}

/** The same for an order that the caller locked after its payments. The provider is not asked. */
export async function closeLocked(tx: TxCtx, order: OrderRecord, move: Move<OrderStatus>, reason: CloseReason): Promise<void> {
  assert(await markClosed(tx.db, order.id, move, reason, tx.app.clock.now()), `order ${order.orderid} moved under its lock`);
  await releaseOrders(tx, [order], reason);
}
