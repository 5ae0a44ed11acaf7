import { ORDER_PAID, type OrderPart } from '#contract/order.ts';
import type { Ctx } from '../../app/ctx.ts';
import { requireVerb } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { reviewOf } from '../review/index.ts';
import { type LedgerLine, ledgerOf } from '../wallet/index.ts';
import { closeText, statusNow } from './order-dto.ts';
import type { RefundAsked } from './refund-review.ts';
import { REFUND } from './refunds/give-back.ts';
import { leftToRefund } from './refunds/rules.ts';
import { findOrder, type OrderWithQr, type PaymentRecord } from './repo.ts';
import { countWaitingRefunds, findPayments, findRefunds, type RefundRecord } from './staff.repo.ts';
import { subjectOf } from './subjects.ts';
import { type UseWay, usesOf } from './uses.ts';

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
}

/** An order with its payments, refunds and everything that the ledger wrote for it. @throws AppError 403, 404 */
export async function orderForStaff(ctx: Ctx, orderid: string): Promise<OrderForStaff> {
  requireVerb(ctx, 'order.see');
  const order = await findOrder(ctx.db, orderid);
  if (!order) throw notFound('订单不存在');
  const [payments, refunds, review] = await Promise.all([
    findPayments(ctx.db, order.id),
    findRefunds(ctx.db, order.id),
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
