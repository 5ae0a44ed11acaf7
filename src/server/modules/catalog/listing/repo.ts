import { type SQL, sql } from 'drizzle-orm';
import type { SchemeSort } from '#contract/scheme.ts';
import { batched } from '../../../db/batched.ts';
import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { Kind } from '../kinds/kind.ts';

export interface CardRow {
  id: number;
  title: string;
  publisher_id: number;
  price_fen: number;
  vip_only: boolean;
  format: string;
  pages: number;
  category_name: string;
  cover_key: string;
  cover_width: number;
  cover_height: number;
  view_num: number;
  collect_num: number;
  download_num: number;
  /** Unix seconds. */
  published_at: number;
}

/** `nulls last` as in the indexes, else they would not serve the order. */
const ORDER: Record<SchemeSort, SQL> = {
  recommend: sql`hot_score desc nulls last, id desc nulls last`,
  new: sql`published_at desc nulls last, id desc nulls last`,
  download: sql`download_num desc nulls last, id desc nulls last`,
};

/** Published items of a kind that carry all codes. The literal status is what lets the partial indexes serve. */
export function listed(kind: Kind, facets: number[]): SQL {
  const codes = facets.length > 0 ? sql` and facets @> ${bigints(facets)}` : sql``;
  return sql`from items where status = 'published' and kind = ${kind}${codes}`;
}

export function bigints(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::bigint[]`;
}

/** Ids of one page, in order. */
export async function pageOfIds(
  db: Queryable,
  kind: Kind,
  facets: number[],
  sort: SchemeSort,
  offset: number,
  limit: number,
): Promise<number[]> {
  const found = await db.execute<{ id: number }>(
    sql`select id ${listed(kind, facets)} order by ${ORDER[sort]} limit ${limit} offset ${offset}`,
  );
  return found.rows.map((row) => row.id);
}

/** Above about so many matches it is quicker to walk an index until enough are seen than to intersect posting lists. Measured. */
const WALK_FROM = 15_000;

/**
 * How many there are, counting no further than `cap + 1`. The planner's guess of the matches decides how: it guesses well, but
 * with a limit in sight it would rather intersect long posting lists, or read the table itself.
 */
export async function countListed(db: Queryable, kind: Kind, facets: number[], cap: number): Promise<number> {
  const walk = facets.length === 0 || (await guessListed(db, kind, facets)) >= WALK_FROM;
  // `offset 0` keeps the condition outside, so that the index is walked in its order
  const matches = walk
    ? sql`select 1 from (
        select facets from items where status = 'published' and kind = ${kind} order by ${ORDER.recommend} offset 0
      ) as walked where facets @> ${bigints(facets)} limit ${cap + 1}`
    : sql`select 1 ${listed(kind, facets)} limit ${cap + 1}`;
  const found = await db.execute<{ n: number }>(sql`select count(*) as n from (${matches}) as found`);
  return found.rows[0]?.n ?? 0;
}

async function guessListed(db: Queryable, kind: Kind, facets: number[]): Promise<number> {
  const plan = await db.execute<{ 'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }> }>(
    sql`explain (format json) select 1 ${listed(kind, facets)}`,
  );
  return plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

const cards = statement<CardRow>(
  'catalog_cards',
  `select i.id, i.title, i.publisher_id, i.price_fen, i.vip_only, i.format, d.page_count as pages,
     coalesce((select name from terms where id = coalesce(i.category_sub_id, i.category_id)), '') as category_name,
     i.cover_key, i.cover_width, i.cover_height, i.view_num, i.collect_num, i.download_num,
     floor(extract(epoch from i.published_at))::bigint as published_at
   from items i join scheme_details d on d.item_id = i.id
   where i.id = any($1::bigint[]) and i.status = 'published'`,
);

const cardsOf = batched(async (db, keys: readonly (readonly number[])[]) => {
  const rows = new Map((await cards(db, [[...new Set(keys.flat())]])).map((row) => [row.id, row]));
  return keys.map((ids) => ids.flatMap((id) => rows.get(id) ?? []));
});

/** What cards show, in the order of `ids`, of published items only; readers at the same time share a statement. */
export async function cardRows(db: Queryable, ids: readonly number[]): Promise<CardRow[]> {
  return ids.length === 0 ? [] : cardsOf(db, ids);
}

export interface NeighbourRow {
  id: number;
  hot_score: number;
  facets: number[];
}

/** The best-liked published items under one code. */
export async function hottestUnder(db: Queryable, kind: Kind, facets: number[], limit: number): Promise<NeighbourRow[]> {
  const found = await db.execute<NeighbourRow & Record<string, unknown>>(
    sql`select id, hot_score, facets ${listed(kind, facets)} order by ${ORDER.recommend} limit ${limit}`,
  );
  return found.rows.map((row) => ({ id: row.id, hot_score: row.hot_score, facets: row.facets.map(Number) }));
}

/** The highest id that a published item of the kind has; 0 when there is none. */
export async function maxPublishedId(db: Queryable, kind: Kind): Promise<number> {
  const found = await db.execute<{ id: number | null }>(
    sql`select id from items where status = 'published' and kind = ${kind} order by id desc limit 1`,
  );
  return found.rows[0]?.id ?? 0;
}

/** Published items of the kind with an id above `after` and not above `to`, in order. Walks the primary key. */
export async function publishedRange(
  db: Queryable,
  kind: Kind,
  after: number,
  to: number,
  limit: number,
): Promise<Array<{ id: number; updated_at: number }>> {
  const found = await db.execute<{ id: number; updated_at: number }>(
    sql`select id, extract(epoch from updated_at)::bigint as updated_at from items
      where id > ${after} and id <= ${to} and status = 'published' and kind = ${kind} order by id limit ${limit}`,
  );
  return found.rows;
}
