import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { UseWay } from './fulfil-orders.ts';

// the share lock waits for a refund, which holds the order, and then finds it closed; a trace that is there already locks nothing
const insert = statement<{ found: boolean }>(
  'orders_insert_use',
  `with known as (
     select 1 from order_uses u join orders o on o.id = u.order_id where u.order_id = $1 and u.way = $2 and o.status = 2
   ), paid as (
     select id from orders where id = $1 and status = 2 and not exists (select 1 from known) for share
   ), traced as (
     insert into order_uses (order_id, way, created_at) select id, $2, $3 from paid on conflict do nothing
   )
   select exists (select 1 from known) or exists (select 1 from paid) as found`,
);

/** Writes the trace unless it is there. False: the order is not paid. */
export async function insertUse(db: Queryable, { order_id, way, now }: { order_id: number; way: UseWay; now: Date }): Promise<boolean> {
  return (await insert(db, [order_id, way, now]))[0]?.found === true;
}

const uses = statement<{ way: string }>('orders_uses', 'select way from order_uses where order_id = $1');

export async function findUses(db: Queryable, order_id: number): Promise<string[]> {
  return (await uses(db, [order_id])).map(({ way }) => way);
}
