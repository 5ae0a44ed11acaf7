import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { order_refunds } from '../tables.ts';
import type { RefundPart } from './rules.ts';

export async function insertOrderRefund(db: Tx, row: typeof order_refunds.$inferInsert): Promise<number> {
  const rows = await db.insert(order_refunds).values(row).returning({ id: order_refunds.id });
  return rows[0]?.id as number;
}

const add = statement(
  'orders_add_refunded',
  `update orders set refunded_pay_fen = refunded_pay_fen + $2, refunded_balance_fen = refunded_balance_fen + $3,
     publisher_back_fen = publisher_back_fen + $4, charged_back = $5 where id = $1 and status = 2`,
);

/** `by_provider`: they took it back themselves. */
export async function addRefunded(db: Tx, order_id: number, part: RefundPart, by_provider: boolean): Promise<void> {
  await add(db, [order_id, part.pay_fen, part.balance_fen, part.publisher_fen, by_provider && part.whole]);
}

export interface OrderRefundRow {
  id: number;
  pay_fen: number;
  balance_fen: number;
  publisher_fen: number;
  missing_fen: number;
  whole: boolean;
  coupon_back: boolean;
  reason: string;
  asked_by: string;
  created_at: Date;
}

const refundsOf = statement<OrderRefundRow>('orders_refunds_of', 'select * from order_refunds where order_id = $1 order by id');

export function findOrderRefunds(db: Queryable, order_id: number): Promise<OrderRefundRow[]> {
  return refundsOf(db, [order_id]);
}

const waiting = statement<{ n: number }>(
  'orders_refunds_waiting',
  `select count(*)::int as n from refunds r join payments p on p.id = r.payment_id where p.order_id = $1 and r.status = 'waiting'`,
);

/** Refunds of an order that its provider has not carried out. */
export async function countWaitingOf(db: Queryable, order_id: number): Promise<number> {
  return (await waiting(db, [order_id]))[0]?.n ?? 0;
}

const ownRefunds = statement<{ n: number }>(
  'orders_own_refunds_since',
  `select count(*)::int as n from order_refunds r join orders o on o.id = r.order_id
   where o.buyer_id = $1 and r.created_at >= $2 and r.asked_by = 'buyer' and r.at_once`,
);

/** How often a buyer took money back by themselves since then. */
export async function countOwnRefunds(db: Queryable, buyer_id: number, since: Date): Promise<number> {
  return (await ownRefunds(db, [buyer_id, since]))[0]?.n ?? 0;
}

const lockOwn = statement('orders_lock_own_refunds', `select pg_advisory_xact_lock(hashtextextended('own-refund/' || $1::bigint, 0))`);

/** What a buyer takes back by themselves goes one after the other until the transaction ends, so that it is counted exactly. */
export async function lockOwnRefunds(db: Tx, buyer_id: number): Promise<void> {
  await lockOwn(db, [buyer_id]);
}
