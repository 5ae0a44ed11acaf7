import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { SEARCH_REACH } from '#contract/catalog.ts';
import type { ItemSort } from '#contract/item.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { type Statement, statement } from '../../db/statement.ts';
import { rankedItems } from '../catalog/index.ts';
import type { IndexQuery, LexemeShares } from './index-query.ts';
import { type ParsedQuery, tsquery } from './rules.ts';
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

/** Places 1 to 500 of any order are tier 0, up to 1,000 tier 1, and so on by two; the rest is the last tier. */
export const TIER_ENDS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000] as const;
export const TIERS = TIER_ENDS.length + 1;

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
);

/** `typed`: the letters, where the text is of letters only. */
export async function findSuggestions(db: Queryable, text: string, typed: string | null, limit: number): Promise<string[]> {
  const after = (begin: string | null) => (begin === null ? null : `${begin}\u{10ffff}`);
  return (await suggested(db, [text, after(text), typed, after(typed), limit])).map(({ word }) => word);
}

const known_words = statement<{ word: string }>(
  'search_known_words',
  'select word from search_words where word = any($1::text[]) order by n desc, word',
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
);

/** The place of the first of those queries that a document besides `except` matches; null: none. */
export async function findFirstHeld(db: Queryable, queries: readonly string[], except: readonly number[]): Promise<number | null> {
  return (await first_held(db, [queries, except]))[0]?.at ?? null;
}

const texts = statement<{ item_id: number; title: string; tags: string; introduction: string }>(
  'search_texts',
  'select item_id, title, tags, introduction from search_documents where item_id = any($1::bigint[])',
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

export interface Hit {
  id: number;
  /** Code of its kind. */
  kind: number;
  score: number;
}

/** How hits are ordered. */
export interface HitOrder {
  /** To rank by. */
  words: ParsedQuery;
  sort: ItemSort;
  now: Date;
}

interface Ranking {
  sort: ItemSort;
  /** Words to rank by: those that others may say as well, and those that stand alone. */
  shared: number;
  alone: number;
  lean?: ItemSort | undefined;
}

/** What the order needs as parameters: nothing but for the recommended one. */
function rankedBy({ words: { rank, lean }, sort, now }: HitOrder): Ranking & { values: unknown[] } {
  if (sort !== 'recommend') return { sort, shared: 0, alone: 0, values: [] };
  const shared = rank.flatMap(({ word, points, others = [] }) => (others.length > 0 ? [[word, points, others.map(patternOf)]] : []));
  const alone = rank.flatMap(({ word, points, others = [] }) => (others.length > 0 ? [] : [[word, points]]));
  return { sort, lean, shared: shared.length, alone: alone.length, values: [presentOf(now), ...shared.flat(), ...alone.flat()] };
}

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** A thousand points of the hot score are thirty days or ten times the attention. */
const presentOf = (now: Date): number => Math.round((now.getTime() / 86_400_000) * (1000 / 30));
const rankingName = ({ sort, shared, alone, lean }: Ranking): string => `${sort}${lean ? `_${lean}` : ''}_${shared}_${alone}`;

/**
 * The documents of one tier that hold what is asked for, each with its place in the wanted order; the best SEARCH_REACH of them and
 * one more, which tells that there are more. Relevance: words in the title count most, then tags and categories, then introduction; a
 * text match alone counts by popularity and age.
 */
export function hitsInTier(db: Queryable, tier: number, index: IndexQuery, order: HitOrder): Promise<Hit[]> {
  const ranked = rankedBy(order);
  return tierStatement(tier, ranked, index)(db, [...heldValues(index), ...ranked.values]);
}

/** Documents that hold what is asked for, by parameters from the first on. `is true` keeps the second part out of the index. */
function held({ any, filter }: IndexQuery): string {
  const one = any.map((_, at) => `terms @@ $${at + 1}::tsquery`).join(' or ');
  return filter === null ? `(${one})` : `(${one}) and (terms @@ $${any.length + 1}::tsquery) is true`;
}

const heldValues = ({ any, filter }: IndexQuery): string[] => (filter === null ? [...any] : [...any, filter]);
const heldName = ({ any, filter }: IndexQuery): string => `${any.length}${filter === null ? '' : '_filtered'}`;

const tierStatements = new Map<string, Statement<Hit>>();

/** A statement for each tier and shape of question, so that it is parsed and planned once a connection. */
function tierStatement(tier: number, ranking: Ranking, index: IndexQuery): Statement<Hit> {
  // the tier is a literal: only so does its partial index serve
  return ofShape(tierStatements, `search_tier_${tier}_${rankingName(ranking)}_${heldName(index)}`, () =>
    hitsWhere(`tier = ${tier} and ${held(index)}`, ranking, heldValues(index).length + 1),
  );
}

/** `next`: the first parameter of what the order needs. */
function hitsWhere(condition: string, ranking: Ranking, next: number): string {
  const score = {
    recommend: relevance(`$${next}`, ranking, next + 1),
    new: 'extract(epoch from published_at)',
    download: 'download_num',
    price_up: '-price_fen',
    price_down: 'price_fen',
    // ends are no part of the index: the newest have longest to go
    ends: 'extract(epoch from published_at)',
  }[ranking.sort];
  return `select item_id as id, kind, (${score})::float8 as score from search_documents where ${condition} order by 2 desc, 1 desc limit ${SEARCH_REACH + 1}`;
}

const knownStatements = new Map<string, Statement<Hit>>();

/** The same of documents that are known to hold the words, in whatever tier: those of them that match `whole`. */
export function hitsAmong(db: Queryable, ids: readonly number[], whole: string, order: HitOrder): Promise<Hit[]> {
  const ranked = rankedBy(order);
  const find = ofShape(knownStatements, `search_among_${rankingName(ranked)}`, () =>
    hitsWhere('item_id = any($1::bigint[]) and (terms @@ $2::tsquery) is true', ranked, 3),
  );
  return find(db, [ids, whole, ...ranked.values]);
}

const shares = statement<{ lexeme: string; share: number }>(
  'search_shares',
  `select v.lexeme, v.share from pg_stats s
   cross join unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as v(lexeme, share)
   where s.schemaname = current_schema() and s.tablename = 'search_documents' and s.attname = 'terms' and v.lexeme is not null`,
);

/** How common the commonest lexemes were when PostgreSQL last looked at the documents; none before it has. */
export async function findShares(db: Queryable): Promise<LexemeShares> {
  return new Map((await shares(db, [])).map(({ lexeme, share }) => [lexeme, share]));
}

/** Documents of one tier that hold the words, by kind. `whole`: all of them were counted. */
export interface TierCount {
  tier: number;
  counts: Map<number, number>;
  /** Of kinds that have few, if all were counted. */
  ids: Map<number, number[]>;
  whole: boolean;
}

const mixedCounts = new Map<string, Statement<{ kind: number; n: number; ids: number[] | null }>>();
/** More documents of a tier and kind are counted without being named. */
const NAMED = 50;

/** Counts the documents of one tier that hold what is asked for, all kinds by one look into the index, `most` documents at the most. */
export async function countMixed(db: Queryable, tier: number, index: IndexQuery, most: number): Promise<TierCount> {
  const values = heldValues(index);
  const count = ofShape(
    mixedCounts,
    `search_count_mixed_${tier}_${heldName(index)}`,
    () =>
      `select kind, count(*) as n, case when count(*) <= ${NAMED} then to_json(array_agg(item_id)) end as ids
       from (select kind, item_id from search_documents where tier = ${tier} and ${held(index)} limit $${values.length + 1}) as found
       group by kind`,
  );
  const rows = await count(db, [...values, most]);
  const whole = rows.reduce((sum, { n }) => sum + n, 0) < most;
  const named = whole ? rows.flatMap(({ kind, ids }) => (ids ? [[kind, ids] as const] : [])) : [];
  return { tier, counts: new Map(rows.map(({ kind, n }) => [kind, n])), ids: new Map(named), whole };
}

const kindCounts = new Map<string, Statement<{ kind: number; n: number }>>();

/** The same kind by kind, counting no further than `cap + 1` each: for words that are frequent, in kinds that have few of them. */
export async function countInTier(
  db: Queryable,
  tier: number,
  kinds: ReadonlyArray<{ kind: number; index: IndexQuery; whole: string }>,
  cap: number,
): Promise<Map<number, number>> {
  const count = ofTier(
    kindCounts,
    tier,
    () =>
      `select asked.kind, (select count(*) from (select from search_documents
         where tier = ${tier} and terms @@ asked.one and (terms @@ asked.words) is true limit $4) as found) as n
       from unnest($1::smallint[], $2::tsquery[], $3::tsquery[]) as asked(kind, one, words)`,
    'search_count',
  );
  const rows = await count(db, [
    kinds.map(({ kind }) => kind),
    kinds.map(({ index: { any }, whole }) => (any.length === 1 ? any[0] : whole)),
    kinds.map(({ whole }) => whole),
    cap + 1,
  ]);
  return new Map(rows.map((row) => [row.kind, row.n]));
}

const worded = new Map<string, Statement<{ id: number; named: boolean }>>();

/** Documents of one tier that hold the words; `named`: their title says the text. */
export function findWorded(db: Queryable, tier: number, words: ParsedQuery, text: string, most: number) {
  const find = ofTier(
    worded,
    tier,
    () =>
      `select item_id as id, strpos(title, $2::text) > 0 as named from search_documents where tier = ${tier} and terms @@ $1::tsquery
       order by 2 desc, 1 desc limit $3`,
    'search_worded',
  );
  return find(db, [tsquery(words), text, most]);
}

/** Works of a sample: the first tiers have them for words that are not rare. */
const SAMPLED = 100;

const IN_TIERS = Array.from(
  { length: TIERS },
  (_, tier) =>
    `(select item_id, kind, title, hot_score, terms from search_documents where tier = ${tier} and terms @@ $1::tsquery limit ${SAMPLED})`,
);
/** Tier after tier is read only until the sample is full. */
export const SAMPLE_SQL = `select item_id as id, kind,
    case when not coalesce((select bool_and(strpos(title, word) > 0) from unnest($3::text[]) as word), false) then 0
      when strpos(title, $2::text) = 1 then 3 when strpos(title, $2::text) > 0 then 2 else 1 end as place,
    array(select (asked.n - 1)::int from unnest($4::tsquery[]) with ordinality as asked(query, n) where terms @@ asked.query) as has
  from (select * from (${IN_TIERS.join(' union all ')}) as held limit ${SAMPLED}) as sample
  order by place desc, hot_score desc, item_id desc`;

export interface SampledWork {
  id: number;
  kind: number;
  /** How its title says the text: 3 begins with it, 2 holds it, 1 holds its words, 0 does not. */
  place: number;
  /** Places of the queries that find it. */
  has: number[];
}

const sampled = statement<SampledWork>('search_sample', SAMPLE_SQL);

/** Some of the most prominent works that a query finds, those first whose title says the text. */
export function findSample(db: Queryable, query: string, said: { text: string; topic: readonly string[] }, asked: readonly string[]) {
  return sampled(db, [query, said.text, said.topic, asked]);
}

/** The statement of a tier, made once: the tier is a literal, because only so does its partial index serve. */
function ofTier<Row extends object>(known: Map<string, Statement<Row>>, tier: number, text: () => string, name: string): Statement<Row> {
  return ofShape(known, `${name}_${tier}`, text);
}

/** The statement of a name, made once. */
function ofShape<Row extends object>(known: Map<string, Statement<Row>>, name: string, text: () => string): Statement<Row> {
  const made = known.get(name) ?? statement<Row>(name, text());
  known.set(name, made);
  return made;
}

/** Where a word stands, as a share of its points. */
export const FIELD_SHARES = { title: 1, tags: 0.5, introduction: 0.17 } as const;
/** What another word for the same is worth of it. */
export const OF_OTHERS = 0.6;
/** What leaning towards new, cheap or popular works adds at most: less than a title that says the words. */
const LEANS: Readonly<Partial<Record<ItemSort, string>>> = {
  new: 'greatest(0, 40 + (extract(epoch from published_at) / 86400 * 1000 / 30 - $PRESENT::int) / 60.0)',
  price_up: '40 / (1 + price_fen / 5000.0)',
  download: 'least(40, 6 * ln(1 + download_num))',
};

/** `present`, then from parameter `first` on the words with their points, those that others may say with these: the greater of the two counts. */
function relevance(present: string, { shared, alone, lean }: Ranking, first: number): string {
  const said = (at: number) => bestField((column) => `strpos(${column}, $${at}::text) > 0`);
  const others = (at: number) => bestField((column) => `${column} like any($${at}::text[])`);
  const groups = Array.from({ length: shared }, (_, at) => first + at * 3).map(
    (at) => `$${at + 1}::float8 * greatest(${said(at)}, ${OF_OTHERS} * ${others(at + 2)})`,
  );
  const words = Array.from({ length: alone }, (_, at) => first + shared * 3 + at * 2).map((at) => `$${at + 1}::float8 * ${said(at)}`);
  const leaning = lean && LEANS[lean]?.replace('$PRESENT', present);
  const fame = `least(15, greatest(-15, (hot_score - ${present}::int) / 500.0))`;
  return [...groups, ...words, ...(leaning ? [leaning] : []), fame].join(' + ');
}

/** The share of the first field that says it: the title before the tags before the introduction. */
const bestField = (says: (column: string) => string): string =>
  `case ${Object.entries(FIELD_SHARES)
    .map(([column, share]) => `when ${says(column)} then ${share}`)
    .join(' ')} else 0 end`;

/** Brings tiers and ranking figures up to date, set-based; rows that did not change are not written. */
export async function refreshTiers(db: Queryable, kind: number): Promise<void> {
  await db.execute(sql`
    with ranked as (
      select id, hot_score, download_num, price_fen, published_at, least(
        row_number() over (order by hot_score desc, id desc),
        row_number() over (order by published_at desc, id desc),
        row_number() over (order by download_num desc, id desc)) as place
      from ${rankedItems(kind)}
    ), placed as (
      select id, hot_score, download_num, price_fen, published_at, ${sql.raw(TIER_SQL)} as tier from ranked
    )
    update search_documents d set tier = p.tier, hot_score = p.hot_score, download_num = p.download_num, price_fen = p.price_fen,
      published_at = p.published_at
    from placed p where p.id = d.item_id
      and (d.tier, d.hot_score, d.download_num, d.price_fen) is distinct from (p.tier, p.hot_score, p.download_num, p.price_fen)`);
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
    .orderBy(sql`${hot_searches.count} desc nulls last`, hot_searches.id)
    .limit(limit);
}
