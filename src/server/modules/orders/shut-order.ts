import { ORDER_WAITING, type OrderStatus } from '#contract/order.ts';
import { type Ctx, createCtx, type TxCtx } from '../../kernel/ctx.ts';
import { releaseCoupon } from '../vouchers/index.ts';
import { postTransfer } from '../wallet/index.ts';
import { lockOrder, lockPaymentsOf, markClosed, type OrderRecord } from './repo.ts';
import { type CloseReason, nextStatus } from './rules.ts';

/** Asks the provider to take no more money for these payments. */
export type CloseThere = (ctx: Ctx, payment_nos: readonly string[]) => Promise<void>;

/**
 * Closes a waiting order: gives coupon and balance back, and after the commit has `closeThere` ask the provider to take no more money
 * for it (handed in, because what the provider answers may settle or close orders in turn). Locks its payments, then the order.
 * @returns the status it had: anything but 1 means that nothing was done
 */
export async function shutOrder(tx: TxCtx, order_id: number, reason: CloseReason, closeThere: CloseThere): Promise<OrderStatus> {
  const payments = await lockPaymentsOf(tx.db, order_id);
  const order = await lockOrder(tx.db, order_id);
  if (order.status !== ORDER_WAITING) return order.status;
  nextStatus(order.status, 'close');
  await markClosed(tx.db, order.id, ORDER_WAITING, reason, tx.app.clock.now());
  await giveBack(tx, order);
  const open = payments.filter((payment) => payment.status === 'waiting').map((payment) => payment.payment_no);
  if (open.length > 0) {
    // outside of the transaction and as nobody's request: a slow provider must not hold locks
    tx.afterCommit(() => closeThere(createCtx(tx.app, { kind: 'job', name: 'orders.close' }, tx.request_id), open));
  }
  return ORDER_WAITING;
}

async function giveBack(tx: TxCtx, order: OrderRecord): Promise<void> {
  if (order.coupon_id !== null) await releaseCoupon(tx, { coupon_id: order.coupon_id, order_id: order.id });
  if (order.balance_fen > 0) {
    await postTransfer(tx, {
      key: `release:${order.orderid}`,
      reason: 'order_closed',
      reference: order.orderid,
      unit: 'fen',
      entries: [
        { owner_id: order.buyer_id, purpose: 'held', amount: -order.balance_fen },
        { owner_id: order.buyer_id, purpose: 'balance', amount: order.balance_fen },
      ],
    });
  }
}
