import { ORDER_PAID } from '#contract/order.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../../app/ctx.ts';
import { wakeJob } from '../../../app/wake-job.ts';
import { assert } from '../../../kernel/assert.ts';
import { conflict } from '../../../kernel/errors.ts';
import { serialNumber } from '../../../kernel/ids.ts';
import type { Fen } from '../../../kernel/money.ts';
import { withdrawReview } from '../../review/index.ts';
import { returnCoupon } from '../../vouchers/index.ts';
import { lockEarning, postTransfer } from '../../wallet/index.ts';
import { settleClaims } from '../claims/settle-claims.ts';
import { bookRefund, CHARGED_BACK } from '../payments/book-refund.ts';
import { insertPartRefund, insertRefund } from '../payments/repo.ts';
import { lockOrder, lockPaymentsOf, markClosed, type OrderRecord, type PaymentRecord } from '../repo.ts';
import { moveOrder, movePayment } from '../rules.ts';
import { subjectOf, whyNoPart } from '../subjects.ts';
import { runRefundHooks } from './hooks.ts';
import { addRefunded, insertOrderRefund } from './repo.ts';
import { leftToRefund, type RefundPart, refundEntries, refundPart } from './rules.ts';
import { tellRefund } from './tell-refund.ts';

/** Type of the review that a refund waits for. */
export const REFUND = 'refund';

export interface GiveBack {
  /** Null: all that is left, and the order ends. */
  amount_fen: Fen | null;
  /** What was bought is taken back although a part of the price stays with us. */
  ends?: boolean;
  reason: string;
  asked_by: 'staff' | 'buyer' | 'job' | 'provider' | 'publisher';
  /** Of `provider`: the claim that was lost. Its money went back already. */
  claim_id?: number;
  /** Its buyer takes it back, and no staff decided. */
  at_once?: boolean;
  /** Its buyer wants it in the balance, at once, instead of the way it came. */
  to_balance?: boolean;
  /** The caller took what was bought for this part back already. */
  part_taken?: boolean;
}

/** Locks payments, then the order, as every verb does. */
export async function lockForRefund(tx: TxCtx, order_id: number): Promise<OrderRecord> {
  await lockPaymentsOf(tx.db, order_id);
  return lockOrder(tx.db, order_id);
}

/**
 * Full or partial refund in the caller's transaction (locks of `lockForRefund` held; the caller audits). Full: revokes what was bought and, if
 * all money went back, returns the coupon (decision 0143). Balance returns at once, the rest by a retried job through the provider.
 * @throws AppError 409 when the order is not paid or less is left
 */
export async function giveBack(
  tx: TxCtx,
  order: OrderRecord,
  { amount_fen, ends = false, reason, asked_by, at_once = false, to_balance = false, part_taken = false, claim_id }: GiveBack,
): Promise<RefundPart> {
  const payments = await lockPaymentsOf(tx.db, order.id);
  if (order.status !== ORDER_PAID) throw conflict('只有已支付的订单可以退款');
  if (amount_fen !== null && amount_fen > leftToRefund(order)) throw conflict('退款金额超过了可退的金额');
  const part = refundPart(order, amount_fen, { ends, to_balance });
  const back_fen = part.pay_fen + part.balance_fen;
  const subject = subjectOf(order);
  if (part.whole) await subject.revoke(tx, order, { amount_fen: back_fen });
  else if (!part_taken) {
    const why_not = whyNoPart(order, back_fen);
    if (why_not !== null) throw conflict(why_not);
    if (!('none' in subject.part)) await subject.part.take?.(tx, order, back_fen);
  }
  await settleClaims(tx, order, { lost_id: claim_id ?? null, result: reason });
  const earning_left = order.publisher_id === null ? 0 : await lockEarning(tx, order.publisher_id);
  const { entries, taken_fen } = refundEntries(order, part, earning_left);
  const coupon_back = part.all && order.coupon_id !== null && (await returnCoupon(tx, { coupon_id: order.coupon_id, order_id: order.id }));
  const id = await insertOrderRefund(tx.db, {
    order_id: order.id,
    pay_fen: part.pay_fen,
    balance_fen: part.balance_fen,
    publisher_fen: taken_fen,
    missing_fen: part.publisher_fen - taken_fen,
    whole: part.whole,
    coupon_back,
    reason,
    asked_by,
    at_once,
    created_at: tx.app.clock.now(),
  });
  const key = part.whole ? `refund:${order.orderid}` : `refund:${order.orderid}:${id}`;
  // an order that cost nothing moves nothing
  if (entries.some(({ amount }) => amount !== 0)) {
    const posted = await postTransfer(tx, {
      ...{ key, reason: 'order_refunded', reference: order.orderid, unit: 'fen', subject: order.subject },
      entries,
    });
    assert(posted, `order ${order.orderid} was refunded before by ${key}`);
  }
  const by_provider = claim_id !== undefined;
  await addRefunded(tx.db, order.id, part, by_provider);
  const made = await (part.whole ? endOrder(tx, order, part, payments, by_provider) : keepOrder(tx, order, part, payments, by_provider));
  if (made && by_provider) assert(await bookRefund(tx, made, 'chargeback'), `order ${order.orderid} was charged back before`);
  else if (made) tx.afterCommit(() => wakeJob(tx.app, 'orders.refund'));
  await runRefundHooks(tx, order, {
    whole: part.whole,
    amount_fen: part.pay_fen + part.balance_fen,
    left_fen: leftToRefund(order) - part.pay_fen - part.balance_fen,
  });
  await tellRefund(tx, order, { ...part, taken_fen, id, coupon_back, by_provider });
  return part;
}

/** Money on its way back. */
interface Made {
  id: number;
  refund_no: string;
  channel: string;
  amount_fen: Fen;
}

async function endOrder(
  tx: TxCtx,
  order: OrderRecord,
  part: RefundPart,
  payments: readonly PaymentRecord[],
  by_provider: boolean,
): Promise<Made | null> {
  const now = tx.app.clock.now();
  assert(await markClosed(tx.db, order.id, moveOrder(order.status, 'refund'), 'refunded', now), `order ${order.orderid} moved`);
  const paid = payments.find((payment) => payment.status === 'paid');
  let made: Made | null = null;
  if (paid && part.pay_fen > 0) {
    const refund = { refund_no: serialNumber(now, 'R'), channel: paid.channel, amount_fen: part.pay_fen };
    const of = { payment_id: paid.id, move: movePayment(paid.status, 'refund'), trade_no: paid.provider_trade_no };
    const id = await insertRefund(tx.db, { ...of, ...refund, reason: by_provider ? CHARGED_BACK : 'order_refunded' }, now);
    assert(id !== null, `payment ${paid.payment_no} moved`);
    made = { id, ...refund };
  }
  // somebody may still wait for a second person: there is nothing left to confirm
  await withdrawReview(tx, { type: REFUND, target_id: order.id });
  if (order.counted) await subjectOf(order).count?.(tx, new Map([[order.subject_id, -1]]));
  return made;
}

async function keepOrder(
  tx: TxCtx,
  order: OrderRecord,
  part: RefundPart,
  payments: readonly PaymentRecord[],
  by_provider: boolean,
): Promise<Made | null> {
  const now = tx.app.clock.now();
  if (part.pay_fen === 0) return null;
  const paid = payments.find((payment) => payment.status === 'paid');
  assert(paid, `order ${order.orderid} was paid by no payment`);
  const refund = { refund_no: serialNumber(now, 'R'), amount_fen: part.pay_fen };
  const reason = by_provider ? CHARGED_BACK : 'order_part_refunded';
  return { id: await insertPartRefund(tx.db, { payment_id: paid.id, ...refund, reason }, now), channel: paid.channel, ...refund };
}

/** What a subject decides about a part of an order that is given back. */
export interface PartBack {
  /** Fen; 0: the buyer gets nothing back; null: all that is left. */
  amount_fen: Fen | null;
  /** Nothing of the order is left with its buyer: it ends. */
  ends: boolean;
  reason: string;
}

/**
 * Gives a part of an order back, by the rules of its subject: `take` runs under the locks of the payments and the order, takes
 * the part back and says what it is worth; money and rights move in this one transaction.
 * @returns what went back, fen
 * @throws AppError what `take` throws; 409 when the order is not paid or less is left
 */
export async function refundPartOf(
  ctx: Ctx,
  order_id: number,
  asked_by: 'buyer' | 'staff' | 'job' | 'publisher',
  take: (tx: TxCtx, order: OrderRecord) => Promise<PartBack>,
): Promise<Fen> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockForRefund(tx, order_id);
    const { amount_fen, ends, reason } = await take(tx, order);
    const whole = ends && (amount_fen === null || amount_fen === leftToRefund(order));
    // what cost nothing and leaves something behind moves no money
    if (amount_fen === 0 && !whole) return 0;
    const part = await giveBack(tx, order, { amount_fen: whole ? null : amount_fen, ends, reason, asked_by, part_taken: true });
    return part.pay_fen + part.balance_fen;
  });
}
