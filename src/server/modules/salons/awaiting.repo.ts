import { and, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { salon_holds, salon_waiting } from './tables.ts';

/** Who waits for a ticket of these kinds, and who has seats set aside by an order that is not paid; nobody in both. */
export async function findAwaiting(db: Queryable, kind_ids: readonly number[]): Promise<{ ordering: number[]; waiting: number[] }> {
  if (kind_ids.length === 0) return { ordering: [], waiting: [] };
  const holds = await db
    .selectDistinct({ id: salon_holds.buyer_id })
    .from(salon_holds)
    .where(
      and(
        inArray(salon_holds.kind_id, [...kind_ids]),
        sql`${salon_holds.state} in ('held', 'moving') and ${salon_holds.order_id} is not null`,
      ),
    );
  const entries = await db
    .selectDistinct({ id: salon_waiting.user_id })
    .from(salon_waiting)
    .where(and(inArray(salon_waiting.kind_id, [...kind_ids]), sql`${salon_waiting.state} in ('waiting', 'offered')`));
  const ordering = holds.map(({ id }) => id);
  return { ordering, waiting: entries.map(({ id }) => id).filter((id) => !ordering.includes(id)) };
}

/** Buyers with an order of a cancelled salon that is not paid. */
export async function findOpenOfCancelled(db: Queryable, limit: number): Promise<Array<{ salon_id: number; buyer_id: number }>> {
  const { rows } = await db.execute<{ salon_id: string; buyer_id: string }>(sql`
    select distinct h.salon_id, h.buyer_id from salon_holds h join salons s on s.item_id = h.salon_id
    where h.state in ('held', 'moving') and h.order_id is not null and s.state = 'cancelled'
    order by h.salon_id, h.buyer_id limit ${limit}`);
  return rows.map(({ salon_id, buyer_id }) => ({ salon_id: Number(salon_id), buyer_id: Number(buyer_id) }));
}
