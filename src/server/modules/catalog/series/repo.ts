import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { bothWays, choiceFilter, type KeysetSource } from '../../../db/keyset.ts';
import { ownRows } from '../../../db/own-rows.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { items } from '../tables.ts';
import type { BundleWork } from './bundle.ts';
import { series, series_items } from './tables.ts';

export type SeriesRow = typeof series.$inferSelect;

export interface SeriesPlace extends BundleWork {
  series_id: number;
  series_title: string;
  series_price_fen: number;
  title: string;
  /** As in the contract's `Release`; null: it is open. */
  opens_at: number | null;
  released_at: Date;
  published_at: Date | null;
}

const opens_at = sql<
  number | null
>`case when ${series_items.after_before} then 0 else floor(extract(epoch from ${series_items.opens_at}))::float8 end`;

const places = statement<SeriesPlace>(
  'catalog_series_places',
  `select s.id as series_id, s.title as series_title, s.price_fen as series_price_fen, i.id, i.title, i.kind, i.status, i.price_fen, i.vip_only,
     m.released_at, i.published_at, case when m.after_before then 0 else floor(extract(epoch from m.opens_at))::float8 end as opens_at
   from series_items mine join series s on s.id = mine.series_id join series_items m on m.series_id = s.id
   join items i on i.id = m.item_id and i.status in ('published', 'taken_down')
   where mine.item_id = $1 order by m.sort`,
);

/** The works of the series that holds the item that were published, in order; none: it stands in none. */
export function findPlaces(db: Queryable, item_id: number): Promise<SeriesPlace[]> {
  return places(db, [item_id]);
}

export async function findSeries(db: Queryable, id: number): Promise<SeriesRow | null> {
  const rows = await db.select().from(series).where(eq(series.id, id));
  return rows[0] ?? null;
}

/** Held until the transaction ends. */
export async function lockSeries(db: Tx, id: number, owner_id: number): Promise<SeriesRow | null> {
  const rows = await db
    .select()
    .from(series)
    .where(and(eq(series.id, id), eq(series.owner_id, owner_id)))
    .for('update');
  return rows[0] ?? null;
}

export async function findSeriesOf(db: Queryable, owner_id: number): Promise<SeriesRow[]> {
  return db.select().from(series).where(eq(series.owner_id, owner_id)).orderBy(desc(series.id));
}

export interface ShownSeriesRow {
  id: number;
  title: string;
  /** Of the first published work that has one; empty: none has. */
  cover_key: string;
  cover_width: number;
  cover_height: number;
  /** Published works. */
  item_num: number;
}

const shown = statement<ShownSeriesRow>(
  'catalog_series_shown',
  `select s.id, s.title, count(*)::int as item_num,
     coalesce((array_agg(i.cover_key order by m.sort) filter (where i.cover_key <> ''))[1], '') as cover_key,
     coalesce((array_agg(i.cover_width order by m.sort) filter (where i.cover_key <> ''))[1], 0) as cover_width,
     coalesce((array_agg(i.cover_height order by m.sort) filter (where i.cover_key <> ''))[1], 0) as cover_height
   from series s join series_items m on m.series_id = s.id join items i on i.id = m.item_id and i.status = 'published'
   where s.owner_id = $1 group by s.id order by s.id desc limit $2`,
);

/** A publisher's series that show something, the newest first. */
export function findShownSeriesOf(db: Queryable, owner_id: number, limit: number): Promise<ShownSeriesRow[]> {
  return shown(db, [owner_id, limit]);
}

/** Series that show something, the newest first. */
export async function findSeriesIds(db: Queryable, limit: number): Promise<number[]> {
  const found = await db.execute<{ id: number }>(sql`
    select id from series s where exists (
      select from series_items m join items i on i.id = m.item_id and i.status = 'published' where m.series_id = s.id)
    order by id desc limit ${limit}`);
  return found.rows.map((row) => row.id);
}

/** Series of published courses alone, the newest first. */
export async function findPaths(db: Queryable, kind: number, limit: number): Promise<number[]> {
  const found = await db.execute<{ id: number }>(sql`
    select m.series_id::float8 as id from series_items m join items i on i.id = m.item_id and i.status = 'published'
    group by m.series_id having count(*) > 1 and bool_and(i.kind = ${kind}) order by m.series_id desc limit ${limit}`);
  return found.rows.map((row) => row.id);
}

export async function countSeriesOf(db: Queryable, owner_id: number): Promise<number> {
  const rows = await db.select({ n: count() }).from(series).where(eq(series.owner_id, owner_id));
  return rows[0]?.n ?? 0;
}

/** What the series hold, each in its order. */
export async function findMembers(
  db: Queryable,
  series_ids: readonly number[],
): Promise<Array<BundleWork & { series_id: number; title: string; opens_at: number | null; released_at: Date }>> {
  if (series_ids.length === 0) return [];
  return db
    .select({
      ...{ series_id: series_items.series_id, id: items.id, title: items.title, kind: items.kind, status: items.status },
      ...{ price_fen: items.price_fen, vip_only: items.vip_only, opens_at },
      released_at: series_items.released_at,
    })
    .from(series_items)
    .innerJoin(items, eq(items.id, series_items.item_id))
    .where(inArray(series_items.series_id, [...series_ids]))
    .orderBy(asc(series_items.series_id), asc(series_items.sort));
}

/** The series that hold these items, by item. */
export async function findHolding(db: Queryable, item_ids: readonly number[]): Promise<Map<number, number>> {
  if (item_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(series_items)
    .where(inArray(series_items.item_id, [...item_ids]));
  return new Map(rows.map(({ item_id, series_id }) => [item_id, series_id]));
}

export async function insertSeries(db: Tx, row: typeof series.$inferInsert): Promise<number> {
  const [made] = await db.insert(series).values(row).returning({ id: series.id });
  return (made as { id: number }).id;
}

export async function updateSeries(db: Tx, id: number, change: Partial<typeof series.$inferInsert>): Promise<void> {
  await db.update(series).set(change).where(eq(series.id, id));
}

export async function writeMembers(
  db: Tx,
  series_id: number,
  members: ReadonlyArray<{ item_id: number; opens_at: number | null; released_at: Date }>,
): Promise<void> {
  await db.delete(series_items).where(eq(series_items.series_id, series_id));
  const rows = members.map(({ item_id, opens_at, released_at }, sort) => ({
    ...{ series_id, item_id, sort, released_at, after_before: opens_at === 0 },
    opens_at: opens_at === null || opens_at === 0 ? null : new Date(opens_at * 1000),
  }));
  if (rows.length > 0) await db.insert(series_items).values(rows);
}

export async function removeSeries(db: Tx, id: number): Promise<void> {
  await db.delete(series_items).where(eq(series_items.series_id, id));
  await db.delete(series).where(eq(series.id, id));
}

// for the package of somebody's data
export const seriesRows = ownRows(series, series.owner_id, [series.id]);

export interface SeriesLine {
  id: number;
  owner_id: number;
  title: string;
  price_fen: number;
  item_num: number;
  updated_at: number;
}

/** All series, for staff. */
export const seriesSource: KeysetSource = {
  select: sql`s.id::float8 as id, s.owner_id::float8 as owner_id, s.title, s.price_fen::float8 as price_fen,
    (select count(*)::int from series_items m where m.series_id = s.id) as item_num, floor(extract(epoch from s.updated_at))::float8 as updated_at`,
  from: sql`series s`,
  id: sql`s.id`,
  id_cast: 'bigint',
  filters: { sold: choiceFilter({ yes: sql`s.price_fen > 0` }) },
  people: [sql`s.owner_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`(s.id = ${text}::bigint or s.owner_id = ${text}::bigint)` : sql`false`),
  // numbers rise with time
  orders: bothWays({ by: sql`s.id`, cast: 'bigint' }),
};
