import { batched } from '../../../db/batched.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { OrderRecord, PaymentRecord } from '../repo.ts';
import { type Move, type PaymentStatus, TRANSFER } from '../rules.ts';

/** Of these numbers at the provider: one, or those of a cart. */
const AT_PROVIDER = '(payment_no = any($1::text[]) and cart_no is null or cart_no = any($1::text[]))';

/** Number of a payment at the provider. */
export const numberThere = ({ payment_no, cart_no }: Pick<PaymentRecord, 'payment_no' | 'cart_no'>): string => cart_no ?? payment_no;

const find = statement<PaymentRecord>('payments_find', `select * from payments where ${AT_PROVIDER} order by id`);

/** The payments of a number at the provider, several of a cart; none: we do not know it. Many callbacks at once share a statement. */
export const findPayments = batched(async (db, numbers: readonly string[]): Promise<PaymentRecord[][]> => {
  const found = Map.groupBy(await find(db, [numbers]), numberThere);
  return numbers.map((number) => found.get(number) ?? []);
});

const lockPayments = statement<PaymentRecord>('payments_lock', `select * from payments where ${AT_PROVIDER} order by id for no key update`);

const lockOrdersOf = statement<OrderRecord>(
  'payments_lock_orders',
  'select * from orders where id = any($1::bigint[]) order by id for no key update',
);

const paid_through = statement<{ paid: boolean }>(
  'payments_paid_through',
  'select exists(select 1 from payments where provider = $1 and paid_at is not null) paid',
);

/** Whether anybody ever paid through this provider. */
export async function findPaidThrough(db: Queryable, provider: string): Promise<boolean> {
  return (await paid_through(db, [provider]))[0]?.paid ?? false;
}

export interface PaymentOfOrder {
  payment: PaymentRecord;
  order: OrderRecord;
}

/** Payments of a number at the provider first, then their orders, as everywhere. */
export async function lockPaymentsAndOrders(db: Tx, number: string): Promise<PaymentOfOrder[]> {
  return together(await lockPayments(db, [[number]]), (ids) => lockOrdersOf(db, [ids]));
}

async function together(
  payments: readonly PaymentRecord[],
  lock: (order_ids: number[]) => Promise<OrderRecord[]>,
): Promise<PaymentOfOrder[]> {
  const orders = new Map((await lock(payments.map(({ order_id }) => order_id))).map((order) => [order.id, order]));
  return payments.flatMap((payment) => {
    const order = orders.get(payment.order_id);
    return order ? [{ payment, order }] : [];
  });
}

const lockFreePayments = statement<PaymentRecord>(
  'payments_lock_free',
  `select * from payments where ${AT_PROVIDER} order by id for no key update skip locked`,
);

const lockFreeOrders = statement<OrderRecord>(
  'payments_lock_free_orders',
  'select * from orders where id = any($1::bigint[]) order by id for no key update skip locked',
);

/** Payments, then their orders, in order of their ids; rows locked elsewhere are skipped. */
export async function lockFreePaymentsAndOrders(db: Tx, numbers: readonly string[]): Promise<PaymentOfOrder[]> {
  return together(await lockFreePayments(db, [numbers]), (ids) => lockFreeOrders(db, [ids]));
}

const refund = statement<{ id: number }>(
  'payments_refund',
  `with owed as (
     update payments set status = $9, channel = $2, provider_trade_no = $3, paid_at = coalesce(paid_at, $4)
     where id = $1 and status = $8 returning id
   )
   insert into refunds (refund_no, payment_id, amount_fen, reason, next_try_at, created_at)
   select $5, id, $6, $7, $4, $4 from owed returning id`,
);

export interface NewRefund {
  payment_id: number;
  move: Move<PaymentStatus>;
  channel: string;
  trade_no: string | null;
  refund_no: string;
  amount_fen: number;
  reason: string;
}

/** Marks the payment and inserts the refund that a job carries out. @returns its id; null: the payment's status was not `move.from` */
export async function insertRefund(db: Tx, row: NewRefund, now: Date): Promise<number | null> {
  const { payment_id, move, channel, trade_no, refund_no, amount_fen, reason } = row;
  return (await refund(db, [payment_id, channel, trade_no, now, refund_no, amount_fen, reason, move.from, move.to]))[0]?.id ?? null;
}

const partRefund = statement<{ id: number }>(
  'payments_refund_part',
  `insert into refunds (refund_no, payment_id, amount_fen, reason, part, next_try_at, created_at) values ($1, $2, $3, $4, true, $5, $5) returning id`,
);

/** A part of a payment goes back; the payment stays paid. The caller holds its lock and knows that so much is left. @returns its id */
export async function insertPartRefund(
  db: Tx,
  row: { payment_id: number; refund_no: string; amount_fen: number; reason: string },
  now: Date,
): Promise<number> {
  return (await partRefund(db, [row.refund_no, row.payment_id, row.amount_fen, row.reason, now]))[0]?.id as number;
}

export interface ClaimedRefund {
  id: number;
  refund_no: string;
  /** The number at the provider, of a cart as well. */
  payment_no: string;
  provider: string;
  amount_fen: number;
  /** Of the whole payment there. */
  total_fen: number;
  channel: string;
  reason: string;
  attempts: number;
}

const claim = statement<ClaimedRefund>(
  'payments_claim_refunds',
  `update refunds r set attempts = r.attempts + 1, next_try_at = $1::timestamptz + make_interval(secs => least(3600, 30 * 2 ^ least(r.attempts, 10)))
   from payments p
   where p.id = r.payment_id and r.id in (
     select id from refunds where status = 'waiting' and next_try_at <= $1
       and not exists (select 1 from payments b where b.id = refunds.payment_id and b.provider = '${TRANSFER}')
     order by next_try_at limit $2 for update skip locked
   )
   returning r.id, r.refund_no, coalesce(p.cart_no, p.payment_no) as payment_no, p.provider, r.amount_fen,
     coalesce((select sum(q.amount_fen) from payments q where q.cart_no = p.cart_no), p.amount_fen)::float8 as total_fen, p.channel, r.reason, r.attempts`,
);

/** Claims waiting refunds for one attempt; after a failure or crash they are due again with backoff. */
export function claimRefunds(db: Queryable, now: Date, limit: number): Promise<ClaimedRefund[]> {
  return claim(db, [now, limit]);
}

const lockRefunded = statement(
  'payments_lock_refunded',
  'select 1 from payments where id = (select payment_id from refunds where id = $1) for no key update',
);

const done = statement<{ id: number }>(
  'payments_refund_done',
  `with finished as (
     update refunds set status = 'done', done_at = $2 where id = $1 and status = 'waiting' returning id, payment_id
   ), moved as (
     update payments set status = $4 from finished where payments.id = finished.payment_id and payments.status = $3
       and not exists (select 1 from refunds r where r.payment_id = payments.id and r.status = 'waiting' and r.id <> $1)
   )
   select id from finished`,
);

/**
 * Marks a refund done; the last waiting one changes the payment's status too. Locks the payment, so that of two concurrent refunds the
 * later sees the other. False: it was done already.
 */
export async function markRefunded(db: Tx, refund_id: number, move: Move<PaymentStatus>, now: Date): Promise<boolean> {
  await lockRefunded(db, [refund_id]);
  return (await done(db, [refund_id, now, move.from, move.to])).length > 0;
}

const confirmClosed = statement(
  'payments_closed_there',
  `update payments set closed_there = true where (payment_no = $1 or cart_no = $1) and status = 'closed'`,
);

export async function markClosedThere(db: Queryable, payment_no: string): Promise<void> {
  await confirmClosed(db, [payment_no]);
}

const unsettled = statement<{ id: number; payment_no: string; status: string }>(
  'payments_unsettled',
  `select id, coalesce(cart_no, payment_no) as payment_no, status from payments
   where (status = 'waiting' or (status = 'closed' and not closed_there)) and provider <> '${TRANSFER}' and id > $1 and created_at <= $2 order by id limit $3`,
);

/** Payments of which the provider may know more than we do, in order, after `after_id`. */
export function findUnsettled(db: Queryable, after_id: number, created_before: Date, limit: number) {
  return unsettled(db, [after_id, created_before, limit]);
}

const takeQuery = statement<{ payment_no: string }>(
  'payments_take_query',
  `update payments set queried_at = $2 where order_id = $1 and status = 'waiting' and provider <> '${TRANSFER}' and created_at <= $3
   and (queried_at is null or queried_at <= $3) returning coalesce(cart_no, payment_no) as payment_no`,
);

/** The waiting payment of an order, unless the provider was queried since `before`; marks it queried. Only one of many pollers gets it. */
export async function takeTurnToQuery(db: Queryable, order_id: number, now: Date, before: Date): Promise<string | null> {
  return (await takeQuery(db, [order_id, now, before]))[0]?.payment_no ?? null;
}
