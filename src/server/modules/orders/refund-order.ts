import { ORDER_PAID } from '#contract/order.ts';
import { recordAudit } from '../../db/outbox.ts';
import { type Ctx, inTransaction, requireStaff } from '../../kernel/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { revokeAccess } from '../access/index.ts';
import { addToItemCounter } from '../catalog/index.ts';
import { lockEarning, postTransfer } from '../wallet/index.ts';
import { insertRefund } from './payments/repo.ts';
import { findOrder, lockOrder, lockPaymentsOf, markClosed } from './repo.ts';
import { nextStatus, refundEntries } from './rules.ts';

/**
 * Staff undo a paid order: the right is revoked, the publisher's earning and our share turn back, the balance part returns at once
 * and the gateway part through the provider (a job, tried until done). A redeemed coupon stays used (decision 0022). Locks payments,
 * then the order, then the publisher's earning.
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
    nextStatus(order.status, 'refund');
    const { buyer_id, subject_id: item_id, publisher_id } = order;
    await revokeAccess(tx, { user_id: buyer_id, item_id, source: 'purchase', source_id: order.id });
    const earning_left = publisher_id === null ? 0 : await lockEarning(tx, publisher_id);
    await postTransfer(tx, {
      key: `refund:${order.orderid}`,
      reason: 'order_refunded',
      reference: order.orderid,
      unit: 'fen',
      entries: refundEntries(order, earning_left),
    });
    await markClosed(tx.db, order.id, ORDER_PAID, 'refunded', now);
    const paid = payments.find((payment) => payment.status === 'paid');
    if (paid) {
      const { channel, provider_trade_no: trade_no, amount_fen } = paid;
      await insertRefund(tx.db, paid.id, {
        channel,
        trade_no,
        refund_no: serialNumber(now, 'R'),
        amount_fen,
        reason: 'order_refunded',
        now,
      });
      tx.afterCommit(() => tx.app.jobs.send('orders.refund', {}, { singleton_key: 'orders.refund' }));
    }
    if (tx.actor.kind === 'user') await recordAudit(tx, 'order.refund', order.orderid, { reason: input.reason, pay_fen: order.pay_fen });
    if (order.counted) await addToItemCounter(tx, item_id, 'sale_num', -1);
  });
}
