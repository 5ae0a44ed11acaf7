import { and, desc, eq, gte } from 'drizzle-orm';
import { ORDER_PAID } from '#contract/order.ts';
import type { Queryable } from '../../db/pool.ts';
import { orders } from './tables.ts';

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
