import { ORDER_PAID } from '#contract/order.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { openReview, reviewOf, withdrawReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { returnCoupon } from '../vouchers/index.ts';
import { lockEarning, postTransfer } from '../wallet/index.ts';
import { reactToRefund } from './paid-order.ts';
import { insertRefund } from './payments/repo.ts';
import { findOrder, lockOrder, lockPaymentsOf, markClosed, type OrderRecord } from './repo.ts';
import { moveOrder, movePayment, refundEntries } from './rules.ts';
import { refundConfirmAbove } from './settings.ts';
import { subjectOf } from './subjects.ts';

/** Type of the review that a large refund waits for. */
export const REFUND = 'refund';

/**
 * Staff undo a paid order: what was bought is taken back, the publisher's earning and our share turn back, the balance part returns at
 * once and the gateway part through the provider (a job, tried until done). A redeemed coupon comes back (decision 0143). A refund above
 * the setting `refundConfirmAbove` waits for a second person instead. Locks payments, then the order, then the publisher's earning.
 * @returns what became of it: refunded, or asked for
 * @throws AppError 403 without the verb (jobs may, and ask nobody), 404, 409 when it is not paid or somebody asked already
 */
export async function refundOrder(ctx: Ctx, input: { orderid: string; reason: string }): Promise<'refunded' | 'asked'> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'order.refund');
  const found = await findOrder(ctx.db, input.orderid);
  if (!found) throw notFound('订单不存在');
  const above_fen = await getSetting(ctx, refundConfirmAbove);
  return inTransaction(ctx, async (tx) => {
    const order = await lockForRefund(tx, found.id);
    if (staff_id !== null && comesBack(order) > above_fen) {
      await askRefund(tx, order, { reason: input.reason, by: staff_id });
      return 'asked';
    }
    await undoOrder(tx, order);
    if (staff_id !== null) await recordAudit(tx, 'order.refund', order.orderid, { reason: input.reason, pay_fen: order.pay_fen });
    return 'refunded';
  });
}

/** What the buyer gets back, fen: balance and money. */
export function comesBack(order: Pick<OrderRecord, 'pay_fen' | 'balance_fen'>): number {
  return order.pay_fen + order.balance_fen;
}

/** Locks payments, then the order, as every verb does. */
export async function lockForRefund(tx: TxCtx, order_id: number): Promise<OrderRecord> {
  await lockPaymentsOf(tx.db, order_id);
  return lockOrder(tx.db, order_id);
}

async function askRefund(tx: TxCtx, order: OrderRecord, detail: { reason: string; by: number }): Promise<void> {
  if (order.status !== ORDER_PAID) throw conflict('只有已支付的订单可以退款');
  const target = { type: REFUND, target_id: order.id };
  if ((await reviewOf(tx, target))?.status === 'open') throw conflict('这笔订单已有人申请退款，请等待另一位同事复核');
  await openReview(tx, { ...target, score: comesBack(order) > 0 ? 1 : 0, detail });
  await recordAudit(tx, 'order.refund_ask', order.orderid, { reason: detail.reason, amount_fen: comesBack(order) });
}

/** The refund itself; the caller holds the locks of `lockForRefund` and writes the audit row. @throws AppError 409 when it is not paid */
export async function undoOrder(tx: TxCtx, order: OrderRecord): Promise<void> {
  const now = tx.app.clock.now();
  const payments = await lockPaymentsOf(tx.db, order.id);
  if (order.status !== ORDER_PAID) throw conflict('只有已支付的订单可以退款');
  const subject = subjectOf(order);
  await subject.revoke(tx, order);
  await reactToRefund(tx, order);
  if (order.coupon_id !== null) await returnCoupon(tx, { coupon_id: order.coupon_id, order_id: order.id });
  const earning_left = order.publisher_id === null ? 0 : await lockEarning(tx, order.publisher_id);
  if (order.price_fen > 0) {
    await postTransfer(tx, {
      key: `refund:${order.orderid}`,
      reason: 'order_refunded',
      reference: order.orderid,
      unit: 'fen',
      entries: refundEntries(order, earning_left),
    });
  }
  assert(await markClosed(tx.db, order.id, moveOrder(order.status, 'refund'), 'refunded', now), `order ${order.orderid} moved`);
  const paid = payments.find((payment) => payment.status === 'paid');
  if (paid) {
    const refund = {
      payment_id: paid.id,
      move: movePayment(paid.status, 'refund'),
      channel: paid.channel,
      trade_no: paid.provider_trade_no,
      refund_no: serialNumber(now, 'R'),
      amount_fen: paid.amount_fen,
      reason: 'order_refunded',
    } as const;
    assert(await insertRefund(tx.db, refund, now), `payment ${paid.payment_no} moved`);
    tx.afterCommit(() => tx.app.jobs.send('orders.refund', {}, { singleton_key: 'orders.refund' }));
  }
  // somebody may still wait for a second person: there is nothing left to confirm
  await withdrawReview(tx, { type: REFUND, target_id: order.id });
  if (order.counted) await subject.count?.(tx, new Map([[order.subject_id, -1]]));
}
