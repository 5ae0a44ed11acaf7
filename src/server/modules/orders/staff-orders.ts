import { ORDER_PAID } from '#contract/order.ts';
import type { OrderPart } from '#contract/outputs/order.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { countDone, isBeyond, lockStaffActs, refuseOwn } from '../countersign/index.ts';
import { openReview, reviewOf } from '../review/index.ts';
import { type LedgerLine, ledgerOf } from '../wallet/index.ts';
import { type UseWay, usesOf } from './fulfil-orders.ts';
import { closeText, statusNow } from './order-dto.ts';
import { OWN_ORDER_TEXT, type RefundAsked } from './refund-review.ts';
import { giveBack, lockForRefund, REFUND } from './refunds/give-back.ts';
import { findOrderRefunds } from './refunds/repo.ts';
import { leftToRefund } from './refunds/rules.ts';
import { findOrder, type OrderRecord, type OrderWithQr, type PaymentRecord } from './repo.ts';
import { countWaitingRefunds, findPayments, findRefunds, type RefundRecord } from './staff.repo.ts';
import { subjectOf, whyNoPart } from './subjects.ts';

export interface RefundInput {
  orderid: string;
  reason: string;
  /** A part of what was paid; the order stands. Absent: all that is left, and the order ends. */
  amount_fen?: Fen;
  /** With an amount: the order ends all the same, and what was bought is taken back; the rest paid for what was used. */
  ends?: boolean;
  /** What had been given back when the caller looked, fen; with another sum nothing is done, so that a part is not given twice. */
  seen_refunded_fen?: Fen;
}

/**
 * Staff give a paid order's money back, whole or in part (see `giveBack`). More than the bound of staff's acts in a day, parts that were given
 * before included, waits for a second person instead. Locks payments, then the order, then the publisher's earning.
 * @returns what became of it: refunded, or asked for
 * @throws AppError 403 without the verb (jobs need none) and for one's own order, 404, 409 when it is not paid, less is left or a request is open
 */
export async function refundOrder(ctx: Ctx, input: RefundInput): Promise<'refunded' | 'asked'> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'order.refund');
  const found = await findOrder(ctx.db, input.orderid);
  if (!found) throw notFound('订单不存在');
  if (staff_id === found.buyer_id) throw forbidden(OWN_ORDER_TEXT);
  await refuseOwn(ctx, [found.buyer_id]);
  const { reason, amount_fen = null, ends = false, seen_refunded_fen } = input;
  return inTransaction(ctx, async (tx) => {
    if (staff_id !== null) await lockStaffActs(tx.db, staff_id);
    const order = await lockForRefund(tx, found.id);
    const back = order.refunded_pay_fen + order.refunded_balance_fen;
    if (seen_refunded_fen !== undefined && seen_refunded_fen !== back) throw conflict('这笔订单刚有退款，请刷新后再操作');
    if (staff_id !== null && (await isBeyond(tx, staff_id, back + (amount_fen ?? leftToRefund(order))))) {
      await askRefund(tx, order, { reason, by: staff_id, amount_fen, ends });
      return 'asked';
    }
    const part = await giveBack(tx, order, { amount_fen, ends, reason, asked_by: staff_id === null ? 'job' : 'staff' });
    if (staff_id !== null) {
      await recordAudit(tx, 'order.refund', order.orderid, { reason, amount_fen: part.pay_fen + part.balance_fen, whole: part.whole });
      await countDone(tx, { name: 'order.refund', value: part.pay_fen + part.balance_fen, about: '' });
    }
    return 'refunded';
  });
}

async function askRefund(tx: TxCtx, order: OrderRecord, detail: RefundAsked): Promise<void> {
  if (order.status !== ORDER_PAID) throw conflict('只有已支付的订单可以退款');
  const left = leftToRefund(order);
  const amount_fen = detail.amount_fen ?? left;
  if (amount_fen > left) throw conflict('退款金额超过了可退的金额');
  const why_not = amount_fen < left && !detail.ends ? whyNoPart(order, amount_fen) : null;
  if (why_not !== null) throw conflict(why_not);
  const target = { type: REFUND, target_id: order.id };
  if ((await reviewOf(tx, target))?.status === 'open') throw conflict('这笔订单已有人申请退款，请等待另一位同事复核');
  await openReview(tx, { ...target, score: left > 0 ? 1 : 0, detail: { ...detail } });
  await recordAudit(tx, 'order.refund_ask', order.orderid, { reason: detail.reason, amount_fen });
}

export interface OrderForStaff {
  order: OrderWithQr;
  status: number;
  status_text: string;
  payments: PaymentRecord[];
  refunds: RefundRecord[];
  ledger: LedgerLine[];
  asked: RefundAsked | null;
  /** What of the price pays for time that is still to come, at most what is left to give back, fen; null: its subject counts none. */
  unused_fen: number | null;
  /** What becomes of what was bought when a part of the price goes back, or why there is `none`. */
  part: { text: string; none: boolean };
  /** How its buyer had what they paid for; null: not paid. */
  uses: UseWay[] | null;
  parts: OrderPart[];
  /** What the publisher has of it, fen. */
  earned_fen: number;
}

/** An order with its payments, refunds and everything that the ledger wrote for it. @throws AppError 403, 404 */
export async function orderForStaff(ctx: Ctx, orderid: string): Promise<OrderForStaff> {
  requireVerb(ctx, 'order.see');
  const order = await findOrder(ctx.db, orderid);
  if (!order) throw notFound('订单不存在');
  const [payments, refunds, given_back, review] = await Promise.all([
    findPayments(ctx.db, order.id),
    findRefunds(ctx.db, order.id),
    findOrderRefunds(ctx.db, order.id),
    reviewOf(ctx, { type: REFUND, target_id: order.id }),
  ]);
  const ledger = await ledgerOf(ctx, [orderid, ...refunds.map(({ refund_no }) => refund_no)]);
  const now = ctx.app.clock.now();
  const subject = subjectOf(order);
  const paid = order.status === ORDER_PAID;
  const unused = paid ? await subject.unused?.(ctx, order) : undefined;
  return {
    unused_fen: unused === undefined ? null : Math.min(unused, leftToRefund(order)),
    part: 'none' in subject.part ? { text: subject.part.none, none: true } : { text: subject.part.text, none: false },
    uses: paid ? await usesOf(ctx, order) : null,
    parts: (await subject.parts?.(ctx, order)) ?? [],
    earned_fen: order.paid_at === null ? 0 : given_back.reduce((left, { publisher_fen }) => left - publisher_fen, order.publisher_fen),
    order,
    status: statusNow(order, now),
    status_text: closeText(order, now),
    payments,
    refunds,
    ledger,
    asked: review?.status === 'open' ? (review.detail as unknown as RefundAsked) : null,
  };
}

/** Refunds that no provider has carried out yet. */
export function waitingRefunds(ctx: Ctx): Promise<number> {
  return countWaitingRefunds(ctx.db);
}
