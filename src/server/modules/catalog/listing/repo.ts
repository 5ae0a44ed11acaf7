import { type SQL, sql } from 'drizzle-orm';
import type { ItemFilter, ItemSort } from '#contract/item.ts';
import { isPriceBand, type PriceBand } from '#contract/price-bands.ts';
import { AppMemory } from '../../../app/app-memory.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { batched } from '../../../db/batched.ts';
import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { bandFen, facetKeys, facetsOf } from '../rules.ts';
import type { TermRow } from '../terms/repo.ts';

export interface CardRow {
  id: number;
  /** Code of the kind. */
  kind: number;
  title: string;
  publisher_id: number;
  price_fen: number;
  vip_only: boolean;
  format: string;
  pages: number;
  category_name: string;
  cover_key: string;
  cover_width: number;
  cover_focus: string;
  cover_height: number;
  view_num: number;
  collect_num: number;
  download_num: number;
  rating_score: number;
  /** Unix seconds. */
  published_at: number;
}

/** `nulls last` as in the indexes, else they would not serve the order. */
const ORDER: Record<ItemSort, SQL> = {
  recommend: sql`hot_score desc nulls last, id desc nulls last`,
  new: sql`published_at desc nulls last, id desc nulls last`,
  download: sql`download_num desc nulls last, id desc nulls last`,
  price_up: sql`price_fen + 0 asc nulls last, id desc nulls last`,
  // the same index from its end
  price_down: sql`price_fen + 0 desc nulls first, id asc nulls first`,
  ends: sql`ends_at asc nulls last, id desc nulls last`,
  rating: sql`rating_score desc nulls last, id desc nulls last`,
  pay: sql`pay_fen desc nulls last, id desc nulls last`,
};

export type Only = Extract<ItemSort, 'ends' | 'rating' | 'pay'> | 'runs';

/** What a list may be filtered by; `facetsOf` (rules.ts) makes codes of it. */
export type ListFilter = Omit<ItemFilter, 'sort' | 'keyword' | 'page'> & {
  /** An order that not every item has shows nothing else: what ends by itself, what has ratings enough; `runs`: what has not ended. */
  only?: Only;
};

/** Published items of a kind. The literal status is what lets the partial indexes serve. */
function published(kind: number): SQL {
  return sql`from items where status = 'published' and kind = ${kind}`;
}

/**
 * Those that pass the filter, by plain columns: an order's index holds them all, and an entry that does not fit is left behind inside
 * the index, ten times faster than comparing arrays of codes.
 */
function listed(kind: number, filter: ListFilter): SQL {
  const { cid, cid2, terms, price, format, tag } = filter;
  const parts = [published(kind)];
  // a sub category implies its parent
  if (cid2) parts.push(sql`category_sub_id = ${cid2}`);
  else if (cid) parts.push(sql`category_id = ${cid}`);
  const chosen = Object.values(terms ?? {});
  if (chosen.length > 0) parts.push(sql`term_ids @> ${bigints(chosen)}`);
  if (price === 'free') parts.push(sql`not vip_only and price_fen = 0`);
  if (price === 'paid') parts.push(sql`not vip_only and price_fen > 0`);
  if (price === 'vip') parts.push(sql`vip_only`);
  if (price && isPriceBand(price)) parts.push(sql`not vip_only and ${inBand(sql`price_fen`, price)}`);
  if (format) parts.push(sql`format = ${format}`);
  if (tag) parts.push(sql`tag_ids @> ${bigints([tag])}`);
  if (filter.only) parts.push(ONLY[filter.only]);
  return sql.join(parts, sql` and `);
}

/** By price, what costs nothing stands together at one end: the walk begins behind it, or ends before the rest. */
function priceRange({ price }: ListFilter, sort: ItemSort): SQL {
  const by_price = sort === 'price_up' || sort === 'price_down';
  if (by_price && price && isPriceBand(price)) return sql` and ${inBand(sql`price_fen + 0`, price)}`;
  if (!by_price || (price !== 'free' && price !== 'paid')) return sql``;
  return price === 'free' ? sql` and price_fen + 0 = 0` : sql` and price_fen + 0 > 0`;
}

function inBand(price: SQL, band: PriceBand): SQL {
  const { over, to } = bandFen(band);
  return to === null ? sql`${price} > ${over}` : sql`${price} > ${over} and ${price} <= ${to}`;
}

const ONLY: Record<Only, SQL> = {
  ends: sql`ends_at is not null`,
  runs: sql`ends_at > now()`,
  rating: sql`rating_score > 0`,
  pay: sql`pay_fen > 0`,
};
export const onlyOf = (sort: ItemSort | undefined): Only | undefined => (sort && sort in ONLY ? (sort as Only) : undefined);
const andOnly = (only: Only | undefined): SQL => (only ? sql` and ${ONLY[only]}` : sql``);

export function bigints(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::bigint[]`;
}

/** How a list finds its items; see docs/decisions/0011-lists-by-facet-codes.md. */
export interface Way {
  /** How many match, from the planner's statistics: good enough to choose by. Infinite without filters. */
  guess: number;
  /** How many items the kind has, from the same. */
  of: number;
  /** What the facet index is asked for: pairs of codes, each code in one of them. */
  keys: string[];
}

/** A kind that statistics do not know is taken for one of this size. */
const UNKNOWN_SIZE = 1_000_000;

interface Sizes {
  all: number;
  kinds: Map<number, number>;
}

const kindSizes = statement<{ kind: number; n: number; total: number }>(
  'catalog_kind_sizes',
  `select v.kind, v.share * c.reltuples as n, c.reltuples::float8 as total
   from pg_stats s cross join unnest(s.most_common_vals::text::int[], s.most_common_freqs) as v(kind, share)
   join pg_class c on c.oid = 'items'::regclass
   where s.schemaname = current_schema() and s.tablename = 'items' and s.attname = 'kind'`,
);
const sizes = new AppMemory<'sizes', Promise<Sizes>>({ max: 1, ttl_ms: 600_000 });

function sizesOf({ app }: Pick<Ctx, 'app'>): Promise<Sizes> {
  return sizes.share(app, 'sizes', async () => {
    const rows = await kindSizes(app.db, []);
    return { all: rows[0]?.total ?? 0, kinds: new Map(rows.map(({ kind, n }) => [kind, n])) };
  });
}

/** Asks the planner how many will match, and which code is the rarest. */
export async function findWay({ app, db }: Pick<Ctx, 'app' | 'db'>, kind: number, filter: ListFilter): Promise<Way> {
  const facets = facetsOf(filter);
  if (facets.length === 0) return { guess: Number.POSITIVE_INFINITY, of: UNKNOWN_SIZE, keys: [] };
  // a term belongs to one kind: named beside it, the planner would take the kind for a second, independent condition
  const terms = facets.filter((code) => code > 0).length;
  const among = terms > 0 ? sql`from items where status = 'published'` : published(kind);
  const [plan, used, { all, kinds }] = await Promise.all([
    db.execute<{ 'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }> }>(
      sql`explain (format json) select 1 ${among} and facets @> ${bigints(facets)}`,
    ),
    facets.length > 2 ? usedTerms(db, [facets]) : [],
    sizesOf({ app }),
  ]);
  const of = kinds.get(kind) ?? UNKNOWN_SIZE;
  // two terms of a kind are independent within it, where the planner takes them for independent among all items
  const shared = kinds.has(kind) && terms > 1 ? (all / of) ** (terms - 1) : 1;
  const guess = (plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0) * shared;
  return { guess, of, keys: facetKeys(rarestFirst(facets, used)) };
}

const usedTerms = statement<{ id: number; item_num: number }>(
  'catalog_used_terms',
  'select id, item_num from terms where id = any($1::bigint[])',
);

/** Price classes and formats are on every item, so they are the last choice; a term's count is a job's, which will do here. */
function rarestFirst(facets: readonly number[], used: ReadonlyArray<{ id: number; item_num: number }>): number[] {
  const nums = new Map(used.map(({ id, item_num }) => [id, item_num]));
  const num = (code: number) => (code < 0 ? Number.POSITIVE_INFINITY : (nums.get(code) ?? 0));
  return [...facets].sort((a, b) => num(a) - num(b) || b - a);
}

/** A query walks an order's index, `of / guess` entries for each item, where that costs less than reading and sorting `guess` items. Measured. */
function walks({ guess, of }: Way, needed: number): boolean {
  return guess >= 0.22 * Math.sqrt(needed * of);
}

/**
 * What the facet index holds for a filter. `kind + 0` keeps the planner from reading the index of a kind beside it: all rows of the kind,
 * to leave out none, because a term belongs to one kind.
 */
function byFacetIndex(kind: number, { keys }: Way, only?: Only): SQL {
  return sql`from items where status = 'published' and kind + 0 = ${kind}
    and cemao_facet_keys(facets, tag_ids) @> ${`{${keys.join(',')}}`}::bigint[]${andOnly(only)}`;
}

/** The matches of a rare combination, by the facet index whatever the planner thinks of it. */
function matched(kind: number, way: Way, columns: string, only?: Only): SQL {
  return sql`with found as materialized (select ${sql.raw(columns)} ${byFacetIndex(kind, way, only)})`;
}

export interface PageOfIds {
  ids: number[];
  /** Number of matches, when finding the page yields it; null when an index was walked to the end of the page only. */
  found: number | null;
}

/** Ids of one page, in order. */
export async function pageOfIds(
  db: Queryable,
  kind: number,
  filter: ListFilter,
  way: Way,
  sort: ItemSort,
  offset: number,
  limit: number,
): Promise<PageOfIds> {
  const part = sql`order by ${ORDER[sort]} limit ${limit} offset ${offset}`;
  if (walks(way, offset + limit)) {
    const { rows } = await db.execute<{ id: number }>(sql`select id ${listed(kind, filter)}${priceRange(filter, sort)} ${part}`);
    return { ids: rows.map((row) => row.id), found: null };
  }
  const { rows } = await db.execute<{ ids: number[]; found: number }>(sql`
    ${matched(kind, way, 'id, hot_score, published_at, download_num, price_fen, ends_at, rating_score, pay_fen', filter.only)}
    select to_json(array(select id from found ${part})) as ids, (select count(*) from found) as found`);
  return rows[0] ?? { ids: [], found: 0 };
}

/** How many there are, counting no further than `cap + 1`. */
export async function countListed(db: Queryable, kind: number, filter: ListFilter, way: Way, cap: number): Promise<number> {
  // with an order its index is walked; without one the planner might read all rows, thinking that the cap is near
  const matches = walks(way, cap)
    ? sql`select 1 ${listed(kind, filter)} order by ${ORDER[filter.only === 'runs' ? 'ends' : (filter.only ?? 'recommend')]} limit ${cap + 1}`
    : sql`select 1 ${byFacetIndex(kind, way, filter.only)} limit ${cap + 1}`;
  const found = await db.execute<{ n: number }>(sql`select count(*) as n from (${matches}) as found`);
  return found.rows[0]?.n ?? 0;
}

/** How many of those that pass carry each code; null where more than `cap` pass: then no more than that many were looked at. */
export async function countCodes(db: Queryable, kind: number, way: Way, cap: number): Promise<Map<number, number> | null> {
  // a guess far beyond the cap is believed, as counts of lists do
  if (way.keys.length > 0 && way.guess > 2 * cap) return null;
  const matches = way.keys.length === 0 ? sql`${published(kind)} order by ${ORDER.recommend}` : byFacetIndex(kind, way);
  const found = await db.execute<{ n: number; codes: Record<string, number> | null }>(sql`
    with found as materialized (select facets ${matches} limit ${cap + 1})
    select (select count(*) from found) as n,
      (select json_object_agg(code, carried) from (select code, count(*) as carried from found, unnest(facets) as code group by code) c) as codes`);
  const row = found.rows[0];
  if (!row || Number(row.n) > cap) return null;
  return new Map(Object.entries(row.codes ?? {}).map(([code, carried]) => [Number(code), Number(carried)]));
}

const cards = statement<CardRow>(
  'catalog_cards',
  `select i.id, i.kind, i.title, i.publisher_id, i.price_fen, i.vip_only, i.format, coalesce(d.page_count, 0) as pages,
     coalesce((select name from terms where id = coalesce(i.category_sub_id, i.category_id)), '') as category_name,
     i.cover_key, i.cover_width, i.cover_height, i.cover_focus, i.view_num, i.collect_num, i.download_num, i.rating_score,
     floor(extract(epoch from i.published_at))::bigint as published_at
   from items i left join item_files d on d.item_id = i.id
   where i.id = any($1::bigint[]) and i.status = 'published'`,
);

const belongings = statement<{ id: number; kind: number; shop_id: number | null; term_ids: number[] }>(
  'catalog_card_belongings',
  'select id, kind, shop_id, term_ids from items where id = any($1::bigint[])',
);

/** Shop and terms of items whose cards name them. */
export function cardBelongings(db: Queryable, ids: readonly number[]) {
  return belongings(db, [[...ids]]);
}

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

/** The best-liked published items that pass the filter. */
export async function hottestUnder(ctx: Pick<Ctx, 'app' | 'db'>, kind: number, filter: ListFilter, limit: number): Promise<NeighbourRow[]> {
  const { db } = ctx;
  const way = await findWay(ctx, kind, filter);
  const part = sql`order by ${ORDER.recommend} limit ${limit}`;
  const found = await db.execute<NeighbourRow & Record<string, unknown>>(
    walks(way, limit)
      ? // the codes are not in the index: they are read of the few that are wanted
        sql`select id, hot_score, facets from items where id = any(array(select id ${listed(kind, filter)} ${part})) order by ${ORDER.recommend}`
      : sql`${matched(kind, way, 'id, hot_score, facets')} select id, hot_score, facets from found ${part}`,
  );
  return found.rows.map((row) => ({ id: row.id, hot_score: row.hot_score, facets: row.facets.map(Number) }));
}

/**
 * In which Shanghai months (YYYY-MM) published items of the kind appeared, and which blocks of `size` ids, from 0, they lie in. Reads one
 * order's index, for files that are made once an hour.
 */
export async function publishedBlocks(db: Queryable, kind: number, size: number): Promise<Array<{ month: string; block: number }>> {
  const found = await db.execute<{ month: string; block: number }>(
    sql`select to_char(published_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, ((id - 1) / ${size})::int as block ${published(kind)}
      group by 1, 2 order by 1, 2`,
  );
  return found.rows;
}

/** The tags that most of the items carry, the commonest first. */
export async function commonTags(db: Queryable, ids: readonly number[], limit: number): Promise<TermRow[]> {
  const found = await db.execute<TermRow & Record<string, unknown>>(sql`
    select t.id, t.facet, t.parent_id, t.name, t.icon, t.item_num
    from (select tag, count(*) as n from items, unnest(tag_ids) as tag where items.id = any(${bigints(ids)}) group by tag) as used
    join terms t on t.id = used.tag order by used.n desc, t.item_num desc, t.id limit ${limit}`);
  return found.rows;
}

/** Published items of the kind with an id above `after` and not above `to`, that appeared in `time`, in order. Walks the primary key. */
export async function publishedRange(
  db: Queryable,
  kind: number,
  { after, to, time, limit }: { after: number; to: number; time: { from: Date; to: Date } | null; limit: number },
): Promise<Array<{ id: number; updated_at: number }>> {
  const appeared = time ? sql`and published_at >= ${time.from} and published_at < ${time.to}` : sql``;
  const found = await db.execute<{ id: number; updated_at: number }>(
    sql`select id, floor(extract(epoch from updated_at))::bigint as updated_at from items
      where id > ${after} and id <= ${to} and status = 'published' and kind = ${kind} ${appeared} order by id limit ${limit}`,
  );
  return found.rows;
}

const publishedByDay = statement<{ day: string; n: number }>(
  'catalog_published_by_day',
  `select to_char(published_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as n from items
   where status = 'published' and kind = any($1::smallint[]) and published_at >= $2 group by 1`,
);

export function countPublished(db: Queryable, kinds: readonly number[], since: Date): Promise<Array<{ day: string; n: number }>> {
  return publishedByDay(db, [kinds, since]);
}

const publishedSince = statement<{ n: number }>(
  'catalog_published_since',
  `select count(*)::int as n from (
     select from items where status = 'published' and kind = any($1::smallint[]) and published_at >= $2 limit $3
   ) fresh`,
);

export async function countPublishedSince(db: Queryable, kinds: readonly number[], since: Date, most: number): Promise<number> {
  return (await publishedSince(db, [kinds, since, most]))[0]?.n ?? 0;
}

const among = statement<{ id: number; kind: number }>(
  'catalog_among',
  `select id, kind from items where id = any($1::bigint[]) and ($2 = '' or title ilike '%' || $2 || '%')`,
);

/** Those of the items whose title holds the words; no words: all that exist. */
export function findAmong(db: Queryable, ids: readonly number[], words: string): Promise<Array<{ id: number; kind: number }>> {
  return among(db, [ids, words.replace(/[\\%_]/g, '\\$&')]);
}

const due = statement<{ id: number }>(
  'catalog_due',
  `select id from items where status = 'scheduled' and publish_at <= $1 order by publish_at, id limit $2`,
);

export async function findDue(db: Queryable, now: Date, limit: number): Promise<number[]> {
  return (await due(db, [now, limit])).map(({ id }) => id);
}

const named = statement<{ id: number; kind: number; title: string }>(
  'catalog_named_of',
  'select id, kind, title from items where publisher_id = $1 and ($2::bigint is null or id = $2) order by id desc limit $3',
);

/** Own items of every status by name, the newest first. */
export function findNamedOf(db: Queryable, publisher_id: number, item_id: number | null, limit: number) {
  return named(db, [publisher_id, item_id, limit]);
}
