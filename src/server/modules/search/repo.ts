import { and, desc, eq, sql } from 'drizzle-orm';
import type { SchemeSort } from '#contract/scheme.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { ParsedQuery } from './rules.ts';
import { hot_searches, recent_searches, search_documents } from './tables.ts';

export interface SearchDocument {
  item_id: number;
  kind: number;
  title: string;
  tags: string;
  introduction: string;
  terms: string[];
  hot_score: number;
  download_num: number;
  published_at: Date;
}

/** Places 1 to 500 of any order are tier 0, up to 1,500 tier 1, and so on by about three; the rest is the last tier. */
export const TIER_ENDS = [500, 1_500, 5_000, 15_000, 50_000, 150_000] as const;
export const TIERS = TIER_ENDS.length + 1;

/** Writes or replaces; a new document stands in tier 0, because what is new must be found, until the next refresh. */
export async function upsertDocument(db: Queryable, { terms, ...row }: SearchDocument, now: Date): Promise<void> {
  const vector = sql`array_to_tsvector(${sql.param(terms)}::text[])`;
  await db
    .insert(search_documents)
    .values({ ...row, terms: vector, indexed_at: now })
    .onConflictDoUpdate({ target: search_documents.item_id, set: { ...row, terms: vector, indexed_at: now } });
}

export async function deleteDocument(db: Queryable, item_id: number): Promise<void> {
  await db.delete(search_documents).where(eq(search_documents.item_id, item_id));
}

export interface Hit {
  id: number;
  score: number;
}

/**
 * All documents of one tier that hold every term, each with its place in the wanted order. Relevance: the phrase or its words in the
 * title count most, then tags, then introduction; a text match alone counts by popularity and age.
 */
export async function hitsInTier(
  db: Queryable,
  kind: number,
  tier: number,
  query: ParsedQuery,
  match: string,
  sort: SchemeSort,
  now: Date,
): Promise<Hit[]> {
  const score = { recommend: relevance(query, now), new: sql`extract(epoch from published_at)`, download: sql`download_num` }[sort];
  // the tier is a literal: only so does its partial index serve
  const found = await db.execute<{ id: number; score: number }>(sql`
    select item_id as id, (${score})::float8 as score from search_documents
    where tier = ${sql.raw(String(tier))} and terms @@ ${match}::tsquery and kind = ${kind}`);
  return found.rows;
}

function relevance({ phrase, words }: ParsedQuery, now: Date) {
  const contains = (column: string, text: string, points: number) =>
    sql`case when strpos(${sql.raw(column)}, ${text}) > 0 then ${sql.raw(points.toFixed(2))} else 0 end`;
  const field = (text: string, share: number) =>
    sql.join(
      [contains('title', text, 60 * share), contains('tags', text, 30 * share), contains('introduction', text, 10 * share)],
      sql` + `,
    );
  const parts = [field(phrase, 1)];
  if (words.length > 1) for (const word of words) parts.push(field(word, 0.5 / words.length));
  // a thousand points of the hot score are thirty days or ten times the attention
  const present = Math.round((now.getTime() / 86_400_000) * (1000 / 30));
  parts.push(sql`least(15, greatest(-15, (hot_score - ${sql.raw(String(present))}) / 500.0))`);
  return sql.join(parts, sql` + `);
}

/** Brings tiers and ranking figures up to date, set-based; rows that did not change are not written. */
export async function refreshTiers(db: Queryable, kind: number): Promise<void> {
  await db.execute(sql`
    with ranked as (
      select id, hot_score, download_num, published_at, least(
        row_number() over (order by hot_score desc, id desc),
        row_number() over (order by published_at desc, id desc),
        row_number() over (order by download_num desc, id desc)) as place
      from items where kind = ${kind} and status = 'published'
    ), placed as (
      select id, hot_score, download_num, published_at, ${sql.raw(TIER_SQL)} as tier from ranked
    )
    update search_documents d set tier = p.tier, hot_score = p.hot_score, download_num = p.download_num, published_at = p.published_at
    from placed p where p.id = d.item_id
      and (d.tier, d.hot_score, d.download_num) is distinct from (p.tier, p.hot_score, p.download_num)`);
}

/** The tier of a row by its column `place`. */
export const TIER_SQL = `(case ${TIER_ENDS.map((end, tier) => `when place <= ${end} then ${tier}`).join(' ')} else ${TIER_ENDS.length} end)::smallint`;

/** Remembers a user's word. True when it was not among theirs yet. */
export async function upsertRecent(db: Tx, user_id: number, word: string, now: Date): Promise<boolean> {
  const rows = await db
    .insert(recent_searches)
    .values({ user_id, word, searched_at: now })
    .onConflictDoUpdate({ target: [recent_searches.user_id, recent_searches.word], set: { searched_at: now } })
    .returning({ fresh: sql<boolean>`xmax = 0` });
  return rows[0]?.fresh === true;
}

/** Keeps the newest `keep` words of a user. */
export async function trimRecent(db: Tx, user_id: number, keep: number): Promise<void> {
  await db.execute(sql`delete from recent_searches where user_id = ${user_id} and id not in (
    select id from recent_searches where user_id = ${user_id} order by searched_at desc, id desc limit ${keep})`);
}

export async function findRecent(db: Queryable, user_id: number, limit: number): Promise<Array<{ id: number; word: string }>> {
  return db
    .select({ id: recent_searches.id, word: recent_searches.word })
    .from(recent_searches)
    .where(eq(recent_searches.user_id, user_id))
    .orderBy(desc(recent_searches.searched_at), desc(recent_searches.id))
    .limit(limit);
}

/** Deletes one word of the user, or all. */
export async function deleteRecent(db: Queryable, user_id: number, id: number | null): Promise<void> {
  const mine = eq(recent_searches.user_id, user_id);
  await db.delete(recent_searches).where(id === null ? mine : and(mine, eq(recent_searches.id, id)));
}

/** One statement: parallel searches of a word all count. */
export async function countWord(db: Queryable, word: string, now: Date): Promise<void> {
  await db
    .insert(hot_searches)
    .values({ word, count: 1, updated_at: now })
    .onConflictDoUpdate({ target: hot_searches.word, set: { count: sql`${hot_searches.count} + 1`, updated_at: now } });
}

export async function findHotWords(
  db: Queryable,
  limit: number,
  least: number,
): Promise<Array<{ id: number; word: string; count: number }>> {
  return db
    .select({ id: hot_searches.id, word: hot_searches.word, count: hot_searches.count })
    .from(hot_searches)
    .where(sql`${hot_searches.count} >= ${least}`)
    .orderBy(sql`${hot_searches.count} desc nulls last`, hot_searches.id)
    .limit(limit);
}
