import type { Ctx } from '../../app/ctx.ts';
import {
  type BookedPayment,
  type BookedRefund,
  type DoneRefund,
  findBookedPayments,
  findBookedRefunds,
  findDayPayments,
  findDayRefunds,
  findPaidOrders,
  type PaidOrderBooks,
} from './bill-books.repo.ts';
import { settlePayment } from './payments/settle-payment.ts';

export type { BookedPayment, BookedRefund, DoneRefund, PaidOrderBooks };

/** Our payments and refunds with these numbers, in any status. */
export async function booksOf(
  ctx: Ctx,
  numbers: { payment_nos: readonly string[]; refund_nos: readonly string[] },
): Promise<{ payments: BookedPayment[]; refunds: BookedRefund[] }> {
  return { payments: await findBookedPayments(ctx.db, numbers.payment_nos), refunds: await findBookedRefunds(ctx.db, numbers.refund_nos) };
}

/** What our books say came and went in that time, by this provider: payments that arrived, refunds that were done in it, whenever they began. */
export async function booksBetween(
  ctx: Ctx,
  provider: string,
  from: Date,
  to: Date,
): Promise<{ payments: BookedPayment[]; refunds: DoneRefund[] }> {
  return { payments: await findDayPayments(ctx.db, provider, from, to), refunds: await findDayRefunds(ctx.db, provider, from, to) };
}

/** Orders that were paid in that time and still are, with what their payments add up to. */
export function paidOrdersBetween(ctx: Ctx, from: Date, to: Date): Promise<PaidOrderBooks[]> {
  return findPaidOrders(ctx.db, from, to);
}

/** Queries the provider about a payment and settles the answer. True: it is paid there. */
export async function settleAsked(ctx: Ctx, payment_no: string): Promise<boolean> {
  const { payment } = ctx.app.providers;
  const facts = await payment.query(payment_no);
  if (facts?.status !== 'paid') return false;
  await settlePayment(ctx, payment.name, facts);
  return true;
}
