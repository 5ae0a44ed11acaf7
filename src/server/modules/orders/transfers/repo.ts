import { sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource, wordFilter } from '../../../db/keyset.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { movePayment, type PaymentStatus, TRANSFER } from '../rules.ts';

const begin = statement(
  'transfers_begin',
  `with closed as (update payments set status = $7 where order_id = $1 and status = $6),
     longer as (update orders set expires_at = $4 where id = $1)
   insert into payments (payment_no, order_id, provider, amount_fen, qr_text, created_at) values ($2, $1, '${TRANSFER}', $3, '', $5)`,
);

/** The order's payment at the provider ends, and a transfer takes its place for longer. */
export async function insertTransfer(
  db: Tx,
  of: { order_id: number; payment_no: string; amount_fen: number; expires_at: Date; now: Date },
): Promise<void> {
  const { from, to } = movePayment('waiting', 'close');
  await begin(db, [of.order_id, of.payment_no, of.amount_fen, of.expires_at, of.now, from, to]);
}

const stray = statement(
  'transfers_stray',
  `insert into payments (payment_no, order_id, provider, amount_fen, qr_text, created_at) values ($2, $1, '${TRANSFER}', $3, '', $4)`,
);

/** Money that came and pays for nothing. */
export async function insertStray(db: Tx, of: { order_id: number; payment_no: string; amount_fen: number; now: Date }): Promise<void> {
  await stray(db, [of.order_id, of.payment_no, of.amount_fen, of.now]);
}

const byTrade = statement('transfers_by_trade', `select 1 from payments where provider = '${TRANSFER}' and provider_trade_no = $1`);

/** Whether a line of the bank was taken over. */
export async function isTaken(db: Queryable, trade_no: string): Promise<boolean> {
  return (await byTrade(db, [trade_no])).length > 0;
}

export interface OwedTransfer {
  id: number;
  refund_no: string;
  amount_fen: number;
  orderid: string;
  buyer_id: number;
}

const owed = statement<OwedTransfer>(
  'transfers_owed',
  `select r.id, r.refund_no, r.amount_fen::float8 as amount_fen, o.orderid, o.buyer_id from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
   where r.refund_no = $1 and p.provider = '${TRANSFER}' and r.status = 'waiting'`,
);

/** A refund that staff send by the bank. */
export async function findOwed(db: Queryable, refund_no: string): Promise<OwedTransfer | null> {
  return (await owed(db, [refund_no]))[0] ?? null;
}

export interface TransferLine {
  payment_no: string;
  status: PaymentStatus;
  amount_fen: number;
  orderid: string;
  title: string;
  buyer_id: number;
  trade_no: string;
  created_at: number;
  paid_at: number | null;
}

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

/** All transfers, for staff. */
export const transferSource: KeysetSource = {
  select: sql`p.payment_no, p.status, p.amount_fen, o.orderid, o.snapshot ->> 'title' as title, o.buyer_id,
    coalesce(p.provider_trade_no, '') as trade_no, ${seconds('p.created_at')} as created_at, ${seconds('p.paid_at')} as paid_at`,
  from: sql`(select * from payments where provider = 'bank') p join orders o on o.id = p.order_id`,
  id: sql`p.id`,
  id_cast: 'bigint',
  filters: { status: wordFilter(sql`p.status`, ['waiting', 'paid', 'closed', 'refunding', 'refunded']), ...dayFilters(sql`p.created_at`) },
  search: (text, people) =>
    sql`(p.payment_no = ${text} or p.provider_trade_no = ${text} or o.orderid = ${text} or o.buyer_id = any(${sql.param([...people])}::bigint[]))`,
  orders: bothWays({ by: sql`p.created_at`, cast: 'timestamptz' }),
};
