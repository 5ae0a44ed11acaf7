import { and, desc, eq, gte } from 'drizzle-orm';
import { ORDER_PAID } from '#contract/order.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { CHARGED_BACK } from './payments/book-refund.ts';
import { orders } from './tables.ts';

export interface BookedPayment {
  payment_no: string;
  trade_no: string;
  amount_fen: number;
  /** Its money is in our books: paid, going back or gone back. */
  arrived: boolean;
}

// the provider knows one number and one amount of a cart; its first part has what all have
const PAYMENT = `coalesce(cart_no, payment_no) as payment_no, coalesce(provider_trade_no, '') as trade_no, status in ('paid', 'refunding', 'refunded') as arrived,
  coalesce((select sum(q.amount_fen) from payments q where q.cart_no = p.cart_no), amount_fen)::float8 as amount_fen from payments p where cart_place = 0`;

const byNumber = statement<BookedPayment>(
  'bills_payments',
  `select ${PAYMENT} and (payment_no = any($1::text[]) and cart_no is null or cart_no = any($1::text[]))`,
);

export function findBookedPayments(db: Queryable, payment_nos: readonly string[]): Promise<BookedPayment[]> {
  return byNumber(db, [payment_nos]);
}

const ofDay = statement<BookedPayment>(
  'bills_day_payments',
  `select ${PAYMENT} and provider = $1 and paid_at >= $2 and paid_at < $3 and status in ('paid', 'refunding', 'refunded')`,
);

export function findDayPayments(db: Queryable, provider: string, from: Date, to: Date): Promise<BookedPayment[]> {
  return ofDay(db, [provider, from, to]);
}

export interface BookedRefund {
  refund_no: string;
  payment_no: string;
  amount_fen: number;
}

const refunds = statement<BookedRefund>(
  'bills_refunds',
  `select r.refund_no, coalesce(p.cart_no, p.payment_no) as payment_no, r.amount_fen from refunds r join payments p on p.id = r.payment_id where r.refund_no = any($1::text[])`,
);

export function findBookedRefunds(db: Queryable, refund_nos: readonly string[]): Promise<BookedRefund[]> {
  return refunds(db, [refund_nos]);
}

export interface DoneRefund extends BookedRefund {
  /** When it was decided: the provider was asked then at the earliest. */
  created_at: Date;
}

const dayRefunds = statement<DoneRefund>(
  'bills_day_refunds',
  `select r.refund_no, coalesce(p.cart_no, p.payment_no) as payment_no, r.amount_fen, r.created_at from refunds r join payments p on p.id = r.payment_id
   where p.provider = $1 and r.status = 'done' and r.reason <> '${CHARGED_BACK}' and r.done_at >= $2 and r.done_at < $3`,
);

export function findDayRefunds(db: Queryable, provider: string, from: Date, to: Date): Promise<DoneRefund[]> {
  return dayRefunds(db, [provider, from, to]);
}

export interface PaidOrderBooks {
  orderid: string;
  /** Key of its ledger transfer. */
  paid_key: string;
  /** Before coupon and balance; 0: no money moves. */
  price_fen: number;
  pay_fen: number;
  /** Of its payments whose money stayed. */
  paid_fen: number;
}

const paid = statement<PaidOrderBooks>(
  'bills_paid_orders',
  `select o.orderid, o.paid_key, o.price_fen::float8 as price_fen, o.pay_fen,
     (select coalesce(sum(p.amount_fen), 0) from payments p where p.order_id = o.id and p.status = 'paid')::float8 as paid_fen
   from orders o where o.status = 2 and o.paid_at >= $1 and o.paid_at < $2`,
);

export function findPaidOrders(db: Queryable, from: Date, to: Date): Promise<PaidOrderBooks[]> {
  return paid(db, [from, to]);
}

/** A buyer's paid orders of a subject since then, the newest first. */
export function findPaidSince(db: Queryable, of: { buyer_id: number; subject: string; since: Date }, limit: number) {
  const { id, orderid, subject, snapshot, paid_at, pay_fen, balance_fen, refunded_pay_fen, refunded_balance_fen } = orders;
  return db
    .select({ id, orderid, subject, snapshot, paid_at, pay_fen, balance_fen, refunded_pay_fen, refunded_balance_fen })
    .from(orders)
    .where(and(eq(orders.buyer_id, of.buyer_id), eq(subject, of.subject), eq(orders.status, ORDER_PAID), gte(paid_at, of.since)))
    .orderBy(desc(id))
    .limit(limit);
}

/** Of an account, and orders of others by their ids. */
const PAID_FOR = "paid_at is not null and subject <> 'balance' and (buyer_id = $1 or id = any($2::bigint[])) and price_fen > coupon_fen";
const MONTH = "to_char(paid_at at time zone 'Asia/Shanghai', 'YYYY-MM')";
const paidMonths = statement<{ month: string }>(
  'bills_paid_months',
  `select distinct ${MONTH} as month from orders where ${PAID_FOR} order by 1 desc limit 60`,
);
const paidFor = statement<PaidFor>(
  'bills_paid_for',
  `select orderid, buyer_id, snapshot ->> 'title' as title, paid_at, (pay_fen + balance_fen)::float8 as paid_fen,
     (refunded_pay_fen + refunded_balance_fen)::float8 as refunded_fen
   from orders where ${PAID_FOR} and paid_at >= $3 and paid_at < $4 order by paid_at, id offset $5 limit $6`,
);

export interface PaidFor {
  orderid: string;
  buyer_id: number;
  title: string;
  paid_at: Date;
  /** By provider and balance, and what of it went back. */
  paid_fen: number;
  refunded_fen: number;
}

/** Shanghai months (YYYY-MM) in which an account paid, or one of these orders was paid, the newest first. */
export async function findPaidMonths(db: Queryable, buyer_id: number, ids: readonly number[]): Promise<string[]> {
  return (await paidMonths(db, [buyer_id, ids])).map(({ month }) => month);
}

interface PaidIn {
  buyer_id: number;
  ids: readonly number[];
  from: Date;
  to: Date;
}

/** What was paid in a time, oldest first. */
export function findPaidFor(db: Queryable, of: PaidIn, offset: number, limit: number): Promise<PaidFor[]> {
  return paidFor(db, [of.buyer_id, of.ids, of.from, of.to, offset, limit]);
}

const paidSums = statement<{ total: number; paid_fen: number; refunded_fen: number }>(
  'bills_paid_sums',
  `select count(*)::int as total, coalesce(sum(pay_fen + balance_fen), 0)::float8 as paid_fen,
     coalesce(sum(refunded_pay_fen + refunded_balance_fen), 0)::float8 as refunded_fen
   from orders where ${PAID_FOR} and paid_at >= $3 and paid_at < $4`,
);

/** Of all of them, however many are shown. */
export async function sumPaidFor(db: Queryable, of: PaidIn) {
  return (await paidSums(db, [of.buyer_id, of.ids, of.from, of.to]))[0] ?? { total: 0, paid_fen: 0, refunded_fen: 0 };
}

// also what ended with a part of its price: the rest was paid. Of a top-up, what its balance pays for has the invoice
const INVOICEABLE = `from orders where buyer_id = $1 and paid_at is not null and (status = 2 or close_reason = 'refunded') and subject <> 'balance'
   and pay_fen + balance_fen > refunded_pay_fen + refunded_balance_fen and id <> all($2::bigint[])`;
const LEFT = '(pay_fen + balance_fen - refunded_pay_fen - refunded_balance_fen)';

export interface InvoiceableRow {
  orderid: string;
  title: string;
  cover_src: string;
  paid_at: Date;
  left_fen: number;
}

const invoiceable = statement<InvoiceableRow>(
  'bills_invoiceable',
  `select orderid, snapshot ->> 'title' as title, snapshot ->> 'cover_src' as cover_src, paid_at, ${LEFT}::float8 as left_fen
   ${INVOICEABLE} order by id desc offset $3 limit $4`,
);

/** A buyer's orders with money that stayed, but for these, the newest first. */
export function findInvoiceable(
  db: Queryable,
  of: { buyer_id: number; but_ids: readonly number[]; offset: number; limit: number },
): Promise<InvoiceableRow[]> {
  return invoiceable(db, [of.buyer_id, of.but_ids, of.offset, of.limit]);
}

const invoiceableSums = statement<{ total: number; left_fen: number }>(
  'bills_invoiceable_sums',
  `select count(*)::int as total, coalesce(sum(${LEFT}), 0)::float8 as left_fen ${INVOICEABLE}`,
);

export async function sumInvoiceable(db: Queryable, buyer_id: number, but_ids: readonly number[]) {
  return (await invoiceableSums(db, [buyer_id, but_ids]))[0] ?? { total: 0, left_fen: 0 };
}
