import type { OrderStatus } from '#contract/order.ts';
import { batched } from '../../../db/batched.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { OrderRecord, PaymentRecord } from '../repo.ts';

const find = statement<PaymentRecord>('payments_find', 'select * from payments where payment_no = any($1::text[])');

/** Null when there is none. Many callbacks at once share a statement. */
export const findPayment = batched(async (db, payment_nos: readonly string[]): Promise<Array<PaymentRecord | null>> => {
  const found = new Map((await find(db, [payment_nos])).map((row) => [row.payment_no, row]));
  return payment_nos.map((payment_no) => found.get(payment_no) ?? null);
});

const lockPayment = statement<PaymentRecord>('payments_lock', 'select * from payments where payment_no = $1 for no key update');

const lockOrderOf = statement<OrderRecord>('payments_lock_order', 'select * from orders where id = $1 for no key update');

/** Payment first, then its order, as everywhere. */
export async function lockPaymentAndOrder(db: Tx, payment_no: string): Promise<{ payment: PaymentRecord; order: OrderRecord } | null> {
  const payment = (await lockPayment(db, [payment_no]))[0];
  if (!payment) return null;
  const order = (await lockOrderOf(db, [payment.order_id]))[0];
  return order ? { payment, order } : null;
}

const lockPayments = statement<PaymentRecord>(
  'payments_lock_free',
  'select * from payments where payment_no = any($1::text[]) order by id for no key update skip locked',
);

const lockOrders = statement<OrderRecord>(
  'payments_lock_free_orders',
  'select * from orders where id = any($1::bigint[]) order by id for no key update skip locked',
);

/** Payments, then their orders, in order of their ids; what somebody else holds is left out instead of waited for. */
export async function lockFreePaymentsAndOrders(
  db: Tx,
  payment_nos: readonly string[],
): Promise<Array<{ payment: PaymentRecord; order: OrderRecord }>> {
  const payments = await lockPayments(db, [payment_nos]);
  const orders = new Map((await lockOrders(db, [payments.map(({ order_id }) => order_id)])).map((order) => [order.id, order]));
  return payments.flatMap((payment) => {
    const order = orders.get(payment.order_id);
    return order ? [{ payment, order }] : [];
  });
}

const settle = statement<{ id: number }>(
  'payments_settle',
  `with given as (
     select * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::smallint[])
       as given(payment_id, order_id, channel, trade_no, paid_key, from_status)
   ), paid as (
     update payments set status = 'paid', channel = given.channel, provider_trade_no = given.trade_no, paid_at = $1
     from given where payments.id = given.payment_id
   )
   update orders set status = 2, paid_at = $1, paid_key = given.paid_key, close_reason = '', closed_at = null, counted = false
   from given where orders.id = given.order_id and orders.status = given.from_status returning orders.id`,
);

export interface SettledRow {
  payment_id: number;
  order_id: number;
  channel: string;
  trade_no: string;
  paid_key: string;
  /** The status that the order must still have. */
  from: OrderStatus;
}

/** One statement for payments and orders. @returns how many orders were in their status `from` and are paid now */
export async function markSettled(db: Tx, rows: readonly SettledRow[], now: Date): Promise<number> {
  const column = <C extends keyof SettledRow>(name: C) => rows.map((row) => row[name]);
  const columns = [column('payment_id'), column('order_id'), column('channel'), column('trade_no'), column('paid_key'), column('from')];
  return (await settle(db, [now, ...columns])).length;
}

const refund = statement(
  'payments_refund',
  `with owed as (
     update payments set status = 'refunding', channel = $2, provider_trade_no = $3, paid_at = coalesce(paid_at, $4) where id = $1
   )
   insert into refunds (refund_no, payment_id, amount_fen, reason, next_try_at, created_at) values ($5, $1, $6, $7, $4, $4)`,
);

/** The money has arrived but goes back: marks the payment and writes the refund that a job carries out. */
export async function insertRefund(
  db: Tx,
  payment_id: number,
  how: { channel: string; trade_no: string | null; refund_no: string; amount_fen: number; reason: string; now: Date },
): Promise<void> {
  await refund(db, [payment_id, how.channel, how.trade_no, how.now, how.refund_no, how.amount_fen, how.reason]);
}

export interface ClaimedRefund {
  id: number;
  refund_no: string;
  payment_no: string;
  provider: string;
  amount_fen: number;
  reason: string;
  attempts: number;
}

const claim = statement<ClaimedRefund>(
  'payments_claim_refunds',
  `update refunds r set attempts = r.attempts + 1, next_try_at = $1::timestamptz + make_interval(secs => least(3600, 30 * 2 ^ least(r.attempts, 10)))
   from payments p
   where p.id = r.payment_id and r.id in (
     select id from refunds where status = 'waiting' and next_try_at <= $1 order by next_try_at limit $2 for update skip locked
   )
   returning r.id, r.refund_no, p.payment_no, p.provider, r.amount_fen, r.reason, r.attempts`,
);

/** Takes waiting refunds for one try; if it fails or we die, they come up again after the pause. */
export function claimRefunds(db: Queryable, now: Date, limit: number): Promise<ClaimedRefund[]> {
  return claim(db, [now, limit]);
}

const done = statement<{ id: number }>(
  'payments_refund_done',
  `with finished as (
     update refunds set status = 'done', done_at = $2 where id = $1 and status = 'waiting' returning payment_id
   )
   update payments set status = 'refunded' from finished where payments.id = finished.payment_id returning payments.id`,
);

export async function markRefunded(db: Tx, refund_id: number, now: Date): Promise<boolean> {
  return (await done(db, [refund_id, now])).length > 0;
}

const shut = statement('payments_closed_there', `update payments set closed_there = true where payment_no = $1 and status = 'closed'`);

export async function markClosedThere(db: Queryable, payment_no: string): Promise<void> {
  await shut(db, [payment_no]);
}

const unsettled = statement<{ id: number; payment_no: string; status: string }>(
  'payments_unsettled',
  `select id, payment_no, status from payments
   where (status = 'waiting' or (status = 'closed' and not closed_there)) and id > $1 and created_at <= $2 order by id limit $3`,
);

/** Payments of which the provider may know more than we do, in order, after `after_id`. */
export function findUnsettled(db: Queryable, after_id: number, created_before: Date, limit: number) {
  return unsettled(db, [after_id, created_before, limit]);
}

const takeQuery = statement<{ payment_no: string }>(
  'payments_take_query',
  `update payments set queried_at = $2 where order_id = $1 and status = 'waiting' and created_at <= $3
   and (queried_at is null or queried_at <= $3) returning payment_no`,
);

/** The waiting payment of an order if nobody asked the provider since `before`; marks it asked. One of many pollers gets it. */
export async function takeTurnToQuery(db: Queryable, order_id: number, now: Date, before: Date): Promise<string | null> {
  return (await takeQuery(db, [order_id, now, before]))[0]?.payment_no ?? null;
}
