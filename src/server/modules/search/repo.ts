import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { PLANNED_ONCE, statement } from '../../db/statement.ts';
import { idStrips, itemsAtPlaces, type RankedPlace, rankedItems } from '../catalog/index.ts';
import { TIER_ENDS, TIERS } from './rules.ts';
import { hot_searches, recent_searches, search_documents } from './tables.ts';
import type { VocabularyWord } from './vocabulary.ts';

export interface SearchDocument {
  item_id: number;
  kind: number;
  title: string;
  tags: string;
  introduction: string;
  terms: string[];
  hot_score: number;
  download_num: number;
  price_fen: number;
  published_at: Date;
}

/**
 * Writes or replaces; a new document stands in tier 0, because what is new must be found, until the next refresh. True when its words were
 * not counted before; they are the caller's to count. The caller holds the item's lock.
 */
export async function upsertDocument(db: Queryable, { terms, ...row }: SearchDocument, now: Date): Promise<boolean> {
  const before = await db
    .select({ learned: search_documents.learned })
    .from(search_documents)
    .where(eq(search_documents.item_id, row.item_id));
  const vector = sql`array_to_tsvector(${sql.param(terms)}::text[])`;
  const written = { ...row, terms: vector, indexed_at: now, learned: true };
  await db.insert(search_documents).values(written).onConflictDoUpdate({ target: search_documents.item_id, set: written });
  return before[0]?.learned !== true;
}

// in one order, so that two who publish at once do not wait for each other in a circle
const learn = statement(
  'search_learn_words',
  `insert into search_words (word, pinyin, initials, shorter)
   select word, pinyin, initials, array(select jsonb_array_elements_text(shorter))
   from jsonb_to_recordset($1::jsonb) as given(word text, pinyin text, initials text, shorter jsonb) order by word
   on conflict (word) do update set n = search_words.n + $2 where $2 > 0`,
);

/** Keeps words; with `counted` a document more holds each of them. */
export async function learnWords(db: Queryable, words: readonly VocabularyWord[], counted: boolean): Promise<void> {
  if (words.length > 0) await learn(db, [JSON.stringify(words), counted ? 1 : 0]);
}

export interface MeantWord {
  word: string;
  pinyin: string;
  initials: string;
  shorter: string[];
  n: number;
}

// of an overlap (&&) the planner expects a third of the table and reads all of it: form by form it looks into the index
const meant = statement<MeantWord>(
  'search_meant_words',
  `select word, pinyin, initials, shorter, n from search_words where word = any($1::text[])
   union select word, pinyin, initials, shorter, n from search_words where pinyin = any($2::text[])
   union select word, pinyin, initials, shorter, n from search_words where initials = any($3::text[])
   union select word, pinyin, initials, shorter, n from unnest($4::text[]) as asked(form)
     cross join lateral (select word, pinyin, initials, shorter, n from search_words where shorter @> array[asked.form] offset 0) as close`,
  PLANNED_ONCE,
);

/** Words that a keyword's parts may have meant. */
export function findMeant(
  db: Queryable,
  of: { words: readonly string[]; sounds: readonly string[]; initials: readonly string[]; shorter: readonly string[] },
): Promise<MeantWord[]> {
  return meant(db, [of.words, of.sounds, of.initials, of.shorter]);
}

// ranges instead of LIKE: a plan that is made once for all values uses the index too
const suggested = statement<{ word: string }>(
  'search_suggested_words',
  `select word, max(n) as n from (
     (select word, n from search_words where word ~>=~ $1 and word ~<~ $2 order by n desc limit $5)
     union all (select word, n from search_words where pinyin ~>=~ $3 and pinyin ~<~ $4 order by n desc limit $5)
     union all (select word, n from search_words where initials ~>=~ $3 and initials ~<~ $4 order by n desc limit $5)
   ) begun group by word order by max(n) desc, length(word), word limit $5`,
  PLANNED_ONCE,
);

/** `typed`: the letters, where the text is of letters only. */
export async function findSuggestions(db: Queryable, text: string, typed: string | null, limit: number): Promise<string[]> {
  const after = (begin: string | null) => (begin === null ? null : `${begin}\u{10ffff}`);
  return (await suggested(db, [text, after(text), typed, after(typed), limit])).map(({ word }) => word);
}

const known_words = statement<{ word: string }>(
  'search_known_words',
  'select word from search_words where word = any($1::text[]) order by n desc, word',
  PLANNED_ONCE,
);

/** Those of the words that documents hold, the most frequent first. */
export async function findKnownWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  return (await known_words(db, [words])).map(({ word }) => word);
}

// a query is looked for in tier after tier, the next query only where the one before is in none
const first_held = statement<{ at: number }>(
  'search_first_held',
  `select (asked.n - 1)::int as at from unnest($1::tsquery[]) with ordinality as asked(query, n)
   where ${Array.from({ length: TIERS }, (_, tier) => `exists (select from search_documents where tier = ${tier} and terms @@ asked.query and item_id <> all($2::bigint[]))`).join(' or ')}
   limit 1`,
  PLANNED_ONCE,
);

const first_held_among = statement<{ at: number }>(
  'search_first_held_among',
  `select (asked.n - 1)::int as at from unnest($1::tsquery[]) with ordinality as asked(query, n)
   where exists (select from search_documents where item_id = any($3::bigint[]) and item_id <> all($2::bigint[]) and (terms @@ asked.query) is true) limit 1`,
);

/** The place of the first of those queries that a document besides `except`, and of `among` alone, matches; null: none. */
export async function findFirstHeld(
  db: Queryable,
  queries: readonly string[],
  { except, among }: { except: readonly number[]; among?: readonly number[] | undefined },
): Promise<number | null> {
  const [found] = await (among ? first_held_among(db, [queries, except, among]) : first_held(db, [queries, except]));
  return found?.at ?? null;
}

const texts = statement<{ item_id: number; title: string; tags: string; introduction: string }>(
  'search_texts',
  'select item_id, title, tags, introduction from search_documents where item_id = any($1::bigint[])',
  PLANNED_ONCE,
);

/** What the search knows of documents in words. */
export function findTexts(db: Queryable, ids: readonly number[]) {
  return texts(db, [ids]);
}

export async function isIndexed(db: Queryable, item_id: number): Promise<boolean> {
  return (await db.$count(search_documents, eq(search_documents.item_id, item_id))) > 0;
}

const asking = statement<{ at: number }>(
  'search_asking',
  `select (asked.n - 1)::int as at from search_documents d, unnest($2::tsquery[]) with ordinality as asked(query, n)
   where d.item_id = $1 and d.terms @@ asked.query`,
  PLANNED_ONCE,
);

/** The places of those queries, in PostgreSQL's form, that find this document. */
export async function findAsking(db: Queryable, item_id: number, queries: readonly string[]): Promise<number[]> {
  return (await asking(db, [item_id, queries])).map(({ at }) => at);
}

/** Numbers of documents behind one, in their order. */
export async function documentsAfter(db: Queryable, after: number, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: search_documents.item_id })
    .from(search_documents)
    .where(gt(search_documents.item_id, after))
    .orderBy(search_documents.item_id)
    .limit(most);
  return rows.map(({ id }) => id);
}

export async function deleteDocument(db: Queryable, item_id: number): Promise<void> {
  await db.delete(search_documents).where(eq(search_documents.item_id, item_id));
}

/**
 * Brings tiers and ranking figures up to date; rows that did not change are not written. Who stands at the ends of the tiers is found first, then
 * strip after strip of ids is measured by them: as ranking each kind at once would, with no statement that grows with the kind.
 */
export async function refreshTiers(
  db: Queryable,
  kinds: readonly number[],
  { strip, stopping }: { strip?: number; stopping?: AbortSignal } = {},
): Promise<void> {
  const ends: RankedPlace[] = [];
  for (const kind of kinds) ends.push(...(await itemsAtPlaces(db, kind, TIER_ENDS)));
  const endsBy = (order: string) =>
    sql.raw(`coalesce(array_agg(row(${order}, id) order by ${order}, id) filter (where ${order} is not null), '{}') as ${order}`);
  const tierBy = (order: string) =>
    sql.raw(`cardinality(e.${order}) - width_bucket(row(ranked_items.${order}, ranked_items.id), e.${order})`);
  for await (const ids of idStrips(db, strip)) {
    stopping?.throwIfAborted();
    await db.execute(sql`
      with ends as (
        select k.kind, ${endsBy('hot_score')}, ${endsBy('published_at')}, ${endsBy('download_num')}
        from unnest(${sql.param([...kinds])}::smallint[]) as k(kind) left join jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
          as placed(kind smallint, id bigint, hot_score bigint, published_at timestamptz, download_num bigint) on placed.kind = k.kind
        group by k.kind
      ), placed as (
        select ranked_items.*, least(${tierBy('hot_score')}, ${tierBy('published_at')}, ${tierBy('download_num')})::smallint as tier
        from ${rankedItems(ids)} join ends e on e.kind = ranked_items.kind
      )
      update search_documents d set tier = p.tier, hot_score = p.hot_score, download_num = p.download_num, price_fen = p.price_fen,
        published_at = p.published_at
      -- said of both sides: the planner would read every document to find a strip's
      from placed p where p.id = d.item_id and d.item_id >= ${ids.from} and d.item_id < ${ids.to}
        and (d.tier, d.hot_score, d.download_num, d.price_fen) is distinct from (p.tier, p.hot_score, p.download_num, p.price_fen)`);
  }
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

/** One more press on a word, by its id or, for words without a search so far, by itself. */
export async function countHotClick(db: Queryable, of: { id: number } | { word: string }, now: Date): Promise<void> {
  const click_num = sql`${hot_searches.click_num} + 1`;
  if ('id' in of) await db.update(hot_searches).set({ click_num }).where(sql`${hot_searches.id} = ${of.id}`);
  else
    await db
      .insert(hot_searches)
      .values({ word: of.word, click_num: 1, updated_at: now })
      .onConflictDoUpdate({ target: hot_searches.word, set: { click_num } });
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
    .orderBy(desc(hot_searches.count), hot_searches.id)
    .limit(limit);
}
