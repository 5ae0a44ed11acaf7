import { and, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../app/ctx.ts';
import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { IdStrip } from '../id-strips.repo.ts';
import { items } from '../tables.ts';

/** Items of one kind in any status, as a list of staff selects from them. The number stands in the text, as partial indexes want it. */
export const itemsOfKind = (code: number): SQL => sql`(select * from items where kind = ${sql.raw(String(code))})`;

/** Published items of the kind whose own field `deadline` is a day before this one, with their publishers. */
export async function pastDeadline(
  db: Queryable,
  { kind, day, limit }: { kind: number; day: string; limit: number },
): Promise<Array<{ id: number; publisher_id: number }>> {
  const { rows } = await db.execute<{ id: string; publisher_id: string }>(
    sql`select i.id, i.publisher_id from item_details d join items i on i.id = d.item_id
      where d.fields ->> 'deadline' <> '' and d.fields ->> 'deadline' < ${day} and i.kind = ${kind} and i.status = 'published' order by i.id limit ${limit}`,
  );
  return rows.map((row) => ({ id: Number(row.id), publisher_id: Number(row.publisher_id) }));
}

const dearest = statement<{ price_fen: number }>(
  'items_dearest',
  `select price_fen from items where kind = $1 and status = 'published' order by price_fen + 0 desc limit 1`,
);

/** What the dearest published item of a kind costs, fen; null: none costs anything. */
export async function dearestPrice(ctx: Ctx, kind: number): Promise<number | null> {
  return (await dearest(ctx.db, [kind]))[0]?.price_fen || null;
}

/**
 * What search ranks by, as a relation for its own statements: the published items of a strip with the columns id, kind, hot_score,
 * download_num, price_fen, published_at. A million rows never leave the database, and the table stays the catalogue's.
 */
export function rankedItems({ from, to }: IdStrip): SQL {
  return sql`(
    select id, kind, hot_score, download_num, price_fen, published_at from items where status = 'published' and id >= ${from} and id < ${to}
  ) as ranked_items`;
}

/** Orders by which an item may stand in front, and what their values are. */
const RANKS = { hot_score: 'bigint', published_at: 'timestamptz', download_num: 'bigint' } as const;

/** An item at one of the places that were asked for, with its value in that order as text. */
export type RankedPlace = { kind: number; id: number } & Partial<Record<keyof typeof RANKS, string>>;

/** Who stands at these places (ascending) in each order of a kind; found from one to the next by the orders' indexes, so no statement reads a whole kind. */
export async function itemsAtPlaces(db: Queryable, kind: number, places: readonly number[]): Promise<RankedPlace[]> {
  const found: RankedPlace[] = [];
  for (const [order, type] of Object.entries(RANKS) as Array<[keyof typeof RANKS, string]>) {
    let before: { value: string; id: number } | undefined;
    for (const [at, place] of places.entries()) {
      const by = sql.raw(order);
      const behind = before && sql`and (${by}, id) < (${before.value}::${sql.raw(type)}, ${before.id})`;
      const { rows } = await db.execute<{ value: string; id: number }>(sql`
        select ${by}::text as value, id from items where kind = ${kind} and status = 'published' ${behind ?? sql``}
        order by ${by} desc nulls last, id desc nulls last offset ${place - (places[at - 1] ?? 0) - 1} limit 1`);
      before = rows[0];
      if (!before) break;
      found.push({ kind, id: before.id, [order]: before.value });
    }
  }
  return found;
}

/** Read by the index `items_by_time`: `nulls last` as it says, else a kind would be sorted. */
export async function findBefore(db: Queryable, kind: number, id: number, published_at: Date): Promise<number | null> {
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.kind, kind), eq(items.status, 'published'), lt(items.published_at, published_at), ne(items.id, id)))
    .orderBy(sql`${items.published_at} desc nulls last`, sql`${items.id} desc nulls last`)
    .limit(1);
  return rows[0]?.id ?? null;
}
