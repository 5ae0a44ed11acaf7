import { batched } from '../../db/batched.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

/**
 * SQL: what the publisher has of this order, fen. `publisher_back_fen` is what refunds asked of them, also what was spent already and the platform
 * bore: screens count what was really taken, refunds and claims go on from what was asked.
 */
export const earnedOf = (
  o: string,
): string => `(${o}.publisher_fen - ${o}.publisher_back_fen + case when ${o}.publisher_back_fen = 0 then 0 else
  (select coalesce(sum(r.missing_fen), 0)::bigint from order_refunds r where r.order_id = ${o}.id) end)`;

/** SQL: the order still counts as a sale. One that ended and leaves its publisher something does, with what is left of it. */
export const stillSold = (o: string): string =>
  `(${o}.status = 2 or ${o}.close_reason = 'refunded') and (${o}.status = 2 or ${earnedOf(o)} > 0)`;

export interface SaleFacts {
  id: number;
  orderid: string;
  title: string;
  publisher_id: number | null;
  price_fen: number;
  publisher_fen: number;
  buyer_id: number;
  coupon_fen: number;
  balance_fen: number;
  pay_fen: number;
}

const facts = statement<SaleFacts>(
  'orders_sale_facts',
  `select id, orderid, snapshot ->> 'title' as title, publisher_id, price_fen::float8 as price_fen, publisher_fen::float8 as publisher_fen,
     buyer_id, coupon_fen::float8 as coupon_fen, balance_fen::float8 as balance_fen, pay_fen::float8 as pay_fen
   from orders where id = any($1::bigint[])`,
);

/** What its buyer and its publisher are notified of. Sales of the same moment share a statement. */
export const findSaleFacts = batched(async (db, ids: readonly number[]): Promise<Array<SaleFacts | null>> => {
  const found = new Map((await facts(db, [ids])).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

export interface SellerSums {
  publisher_id: number;
  sold_num: number;
  earned_fen: number;
  back_fen: number;
}

const sellers = statement<SellerSums>(
  'orders_sellers_between',
  `select publisher_id, sum(n)::int as sold_num, sum(earned)::float8 as earned_fen, sum(back)::float8 as back_fen from (
     select o.publisher_id, 1 as n, ${earnedOf('o')} as earned, 0 as back from orders o
     where o.paid_at >= $1 and o.paid_at < $2 and o.publisher_id > $3 and ${stillSold('o')}
     union all
     select o.publisher_id, 0, 0, r.publisher_fen from order_refunds r join orders o on o.id = r.order_id
     where r.created_at >= $1 and r.created_at < $2 and o.paid_at < $1 and o.publisher_id > $3
   ) as moved group by publisher_id order by publisher_id limit $4`,
);

/** Publishers with an id above `after` whose sales moved between two instants, by id. */
export function findSellersBetween(db: Queryable, of: { from: Date; to: Date; after: number; limit: number }): Promise<SellerSums[]> {
  return sellers(db, [of.from, of.to, of.after, of.limit]);
}

const months = statement<SellerSums>(
  'orders_sellers_month',
  `select publisher_id, sum(n)::int as sold_num, sum(earned)::float8 as earned_fen, sum(back)::float8 as back_fen from (
     select publisher_id, 1 as n, publisher_fen as earned, 0 as back from orders where paid_at >= $1 and paid_at < $2 and publisher_id > $3
     union all
     select o.publisher_id, 0, 0, r.publisher_fen from order_refunds r join orders o on o.id = r.order_id
     where r.created_at >= $1 and r.created_at < $2 and o.publisher_id > $3
   ) as moved group by publisher_id order by publisher_id limit $4`,
);

/** The same as income counts (`incomeSince`): a sale stays in its month and a refund stands in its own, so a month that is over never changes. */
export function findSellersOfMonth(db: Queryable, of: { from: Date; to: Date; after: number; limit: number }): Promise<SellerSums[]> {
  return months(db, [of.from, of.to, of.after, of.limit]);
}
