import { ORDER_PAID } from '#contract/order.ts';
import { recordAudit } from '../../db/outbox.ts';
import { assert } from '../../kernel/assert.ts';
import { type Ctx, inTransaction, requireStaff } from '../../kernel/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { lockEarning, postTransfer } from '../wallet/index.ts';
import { insertRefund } from './payments/repo.ts';
import { findOrder, lockOrder, lockPaymentsOf, markClosed } from './repo.ts';
import { moveOrder, movePayment, refundEntries } from './rules.ts';
import { subjectOf } from './subjects.ts';

/**
 * Staff undo a paid order: what was bought is taken back, the publisher's earning and our share turn back, the balance part returns at
 * once and the gateway part through the provider (a job, tried until done). A redeemed coupon stays used (decision 0022). Locks
 * payments, then the order, then the publisher's earning.
 * @throws AppError 403 for anybody but operators (jobs may), 404, 409 when it is not paid
 */
export async function refundOrder(ctx: Ctx, input: { orderid: string; reason: string }): Promise<void> {
  if (ctx.actor.kind !== 'job') requireStaff(ctx, 'operator');
  const found = await findOrder(ctx.db, input.orderid);
  if (!found) throw notFound('订单不存在');
  await inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const payments = await lockPaymentsOf(tx.db, found.id);
    const order = await lockOrder(tx.db, found.id);
    if (order.status !== ORDER_PAID) throw conflict('只有已支付的订单可以退款');
    const subject = subjectOf(order);
    await subject.revoke(tx, order);
    const earning_left = order.publisher_id === null ? 0 : await lockEarning(tx, order.publisher_id);
    await postTransfer(tx, {
      key: `refund:${order.orderid}`,
      reason: 'order_refunded',
      reference: order.orderid,
      unit: 'fen',
      entries: refundEntries(order, earning_left),
    });
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
    if (tx.actor.kind === 'user') await recordAudit(tx, 'order.refund', order.orderid, { reason: input.reason, pay_fen: order.pay_fen });
    if (order.counted) await subject.count?.(tx, new Map([[order.subject_id, -1]]));
  });
}
