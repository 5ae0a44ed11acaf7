import { inArray, type SQL, sql } from 'drizzle-orm';
import { bothWays, byName, choiceFilter, dayFilters, type KeysetSource, numberFilter, wordFilter } from '../../db/keyset.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { OrderRecord, PaymentRecord } from './repo.ts';
import type { OrderSnapshot } from './rules.ts';
import { earnedOf } from './sellers.repo.ts';
import { orders } from './tables.ts';

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

export interface OrderLine {
  orderid: string;
  status: number;
  close_reason: string;
  subject: string;
  subject_id: number;
  buyer_id: number;
  publisher_id: number | null;
  title: string;
  price_fen: number;
  coupon_fen: number;
  balance_fen: number;
  pay_fen: number;
  refunded_fen: number;
  created_at: number;
  paid_at: number | null;
  snapshot: OrderSnapshot;
  list_price_fen: number;
  /** What the publisher has of it after refunds. */
  earned_fen: number;
  /** Of the payment that came. */
  channel: string | null;
  trade_no: string | null;
}

const paid = (column: string) =>
  sql`(select ${sql.raw(column)} from payments where order_id = o.id and paid_at is not null order by id limit 1)`;

/** Orders that one way of finding them brings: the newest. */
const FOUND = sql.raw('900');

const titled = (text: string) =>
  byName(text, sql`o.id`, sql`o.snapshot ->> 'title'`, sql`select id, snapshot ->> 'title' as name from orders order by id desc`);

/** By title, or by people as buyers or as publishers of what was paid; ids first, so that no order of a list leads past the indexes. */
function foundBy(text: string, people: readonly number[]): SQL {
  const of = (where: SQL) => sql`(select found.id from unnest(${sql.param([...people])}::bigint[]) who (id),
    lateral (select id from orders where ${where} order by id desc limit ${FOUND}) found limit ${FOUND})`;
  return sql`o.id = any(array((select id from orders where snapshot ->> 'title' = ${text} order by id desc limit ${FOUND})
    union (select id from orders o where ${titled(text)} limit ${FOUND})
    union ${of(sql`buyer_id = who.id`)}
    union ${of(sql`publisher_id = who.id and (status = 2 or close_reason = 'refunded')`)}))`;
}

/** All orders, for staff. */
export const orderSource: KeysetSource = {
  select: sql`o.orderid, o.status, o.close_reason, o.subject, o.subject_id, o.buyer_id, o.publisher_id, o.snapshot ->> 'title' as title,
    o.price_fen, o.coupon_fen, o.balance_fen, o.pay_fen, o.refunded_pay_fen + o.refunded_balance_fen as refunded_fen, ${seconds('o.created_at')} as created_at, ${seconds('o.paid_at')} as paid_at,
    o.snapshot, o.list_price_fen::float8 as list_price_fen,
    case when o.paid_at is null then 0 else ${sql.raw(earnedOf('o'))} end::float8 as earned_fen,
    ${paid('channel')} as channel, ${paid('provider_trade_no')} as trade_no`,
  from: sql`orders o`,
  id: sql`o.id`,
  id_cast: 'bigint',
  filters: {
    status: choiceFilter({
      waiting: sql`o.status = 1`,
      paid: sql`o.status = 2`,
      closed: sql`o.status = 3`,
      refunded: sql`o.status = 3 and o.close_reason = 'refunded'`,
    }),
    buyer: numberFilter(sql`o.buyer_id`),
    publisher: numberFilter(sql`o.status = 2 and o.publisher_id`),
    ...dayFilters(sql`o.created_at`),
  },
  search: (text, people) => {
    if (/^\d{24}$/.test(text)) return sql`o.orderid = ${text}`;
    if (/^P\d{24}$/.test(text))
      return sql`o.id = any(array(select order_id from payments where payment_no = ${text} or cart_no = ${text}))`;
    if (/^\d{1,10}$/.test(text)) return sql`o.buyer_id = ${Number(text)}::bigint`;
    return foundBy(text, people);
  },
  orders: bothWays({ by: sql`o.created_at`, cast: 'timestamptz' }),
};

export interface RefundLine {
  refund_no: string;
  orderid: string;
  title: string;
  buyer_id: number;
  amount_fen: number;
  status: string;
  attempts: number;
  provider: string;
  created_at: number;
  done_at: number | null;
}

/** Money on its way back, for staff. */
export const refundSource: KeysetSource = {
  select: sql`r.refund_no, o.orderid, o.snapshot ->> 'title' as title, o.buyer_id, r.amount_fen, r.status, r.attempts, p.provider,
    ${seconds('r.created_at')} as created_at, ${seconds('r.done_at')} as done_at`,
  from: sql`refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id`,
  id: sql`r.id`,
  id_cast: 'bigint',
  filters: {
    status: wordFilter(sql`r.status`, ['waiting', 'done']),
    ...dayFilters(sql`r.created_at`),
  },
  search: (text, people) => {
    if (/^\d{24}$/.test(text)) return sql`o.orderid = ${text}`;
    return /^R\d{24}$/.test(text) ? sql`r.refund_no = ${text}` : foundBy(text, people);
  },
  orders: bothWays({ by: sql`r.created_at`, cast: 'timestamptz' }),
};

export async function findOrdersById(db: Queryable, ids: readonly number[]): Promise<OrderRecord[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))) as OrderRecord[];
}

const paymentsOf = statement<PaymentRecord>('orders_staff_payments', 'select * from payments where order_id = $1 order by id');

export function findPayments(db: Queryable, order_id: number): Promise<PaymentRecord[]> {
  return paymentsOf(db, [order_id]);
}

export interface RefundRecord {
  refund_no: string;
  amount_fen: number;
  status: string;
  attempts: number;
  created_at: Date;
  done_at: Date | null;
}

const refundsOf = statement<RefundRecord>(
  'orders_staff_refunds',
  `select r.refund_no, r.amount_fen, r.status, r.attempts, r.created_at, r.done_at from refunds r join payments p on p.id = r.payment_id
   where p.order_id = $1 order by r.id`,
);

export function findRefunds(db: Queryable, order_id: number): Promise<RefundRecord[]> {
  return refundsOf(db, [order_id]);
}

const waitingRefunds = statement<{ n: number }>(
  'orders_waiting_refunds',
  `select count(*)::int as n from refunds where status = 'waiting'`,
);

export async function countWaitingRefunds(db: Queryable): Promise<number> {
  return (await waitingRefunds(db, []))[0]?.n ?? 0;
}
