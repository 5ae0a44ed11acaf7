import { SEARCH_REACH } from '#contract/catalog.ts';
import type { ItemSort } from '#contract/item.ts';
import type { Queryable } from '../../db/pool.ts';
import { PLANNED_ONCE, type Statement, statement } from '../../db/statement.ts';
import type { IndexQuery, LexemeShares } from './index-query.ts';
import { kindTerm, type ParsedQuery, quoted, TIERS, tsquery } from './rules.ts';

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

/** Ratings and pay are no part of the index: who wants them gets what fits best. */
type IndexedSort = Exclude<ItemSort, 'rating' | 'pay'>;

interface Ranking {
  sort: IndexedSort;
  /** Words to rank by: those that others may say as well, and those that stand alone. */
  shared: number;
  alone: number;
  lean?: ItemSort | undefined;
}

/** What the order needs as parameters: nothing but for the recommended one. */
function rankedBy({ words: { rank, lean }, sort: wanted, now }: HitOrder): Ranking & { values: unknown[] } {
  const sort = wanted === 'rating' || wanted === 'pay' ? 'recommend' : wanted;
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
 * The matching documents of tiers, each with its place in the wanted order: the best SEARCH_REACH and one more, which shows that there are more.
 * Relevance: words in the title count most, then tags and categories, then introduction; a text match alone counts by popularity and age.
 */
export function hitsInTiers(db: Queryable, tiers: Stretch, index: IndexQuery, order: HitOrder): Promise<Hit[]> {
  const ranked = rankedBy(order);
  const values = heldValues(index);
  const find = ofShape(tierStatements, `search_tier_${nameOf(tiers)}_${rankingName(ranked)}_${heldName(index)}`, () =>
    hitsFrom(
      `(${inTiers(tiers, (tier) => `select * from search_documents where tier = ${tier} and ${held(index)}`)})`,
      ranked,
      values.length + 1,
    ),
  );
  return find(db, [...values, ...ranked.values]);
}

/** Tiers that hold the works of most kinds whole: four thousand places of any order. */
export const FEW_TIERS = 4;

/** Tiers from the first to the last one. */
export type Stretch = readonly [first: number, last: number];

const nameOf = ([first, last]: Stretch): string => (first === last ? String(first) : `${first}_to_${last}`);

/** A part of a statement for each tier: the tier is a literal, because only so does its partial index serve. */
function inTiers([first, last]: Stretch, part: (tier: number) => string): string {
  return Array.from({ length: last - first + 1 }, (_, at) => `(${part(first + at)})`).join(' union all ');
}

/** Documents that hold what is asked for, by parameters from the first on. `is true` keeps the second part out of the index. */
function held({ any, filter }: IndexQuery): string {
  const one = any.map((_, at) => `terms @@ $${at + 1}::tsquery`).join(' or ');
  return filter === null ? `(${one})` : `(${one}) and (terms @@ $${any.length + 1}::tsquery) is true`;
}

const heldValues = ({ any, filter }: IndexQuery): string[] => (filter === null ? [...any] : [...any, filter]);
const heldName = ({ any, filter }: IndexQuery): string => `${any.length}${filter === null ? '' : '_filtered'}`;

const tierStatements = new Map<string, Statement<Hit>>();

/** `next`: the first parameter of what the order needs. */
function hitsFrom(documents: string, ranking: Ranking, next: number): string {
  const score = {
    recommend: relevance(`$${next}`, ranking, next + 1),
    new: 'extract(epoch from published_at)',
    download: 'download_num',
    price_up: '-price_fen',
    price_down: 'price_fen',
    ends: 'extract(epoch from published_at)',
  }[ranking.sort];
  return `select item_id as id, kind, (${score})::float8 as score from ${documents} as held order by 3 desc, 1 desc limit ${SEARCH_REACH + 1}`;
}

const knownStatements = new Map<string, Statement<Hit>>();

/** The same of documents that are known to hold the words, in whatever tier: those of them that match `whole`. */
export function hitsAmong(db: Queryable, ids: readonly number[], whole: string, order: HitOrder): Promise<Hit[]> {
  const ranked = rankedBy(order);
  const find = ofShape(knownStatements, `search_among_${rankingName(ranked)}`, () =>
    hitsFrom('(select * from search_documents where item_id = any($1::bigint[]) and (terms @@ $2::tsquery) is true)', ranked, 3),
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

const mixedCounts = new Map<string, Statement<{ tier: number; kind: number; n: number; ids: number[] | null }>>();
/** More documents of a tier and kind are counted without being named. */
const NAMED = 50;

/** Counts the documents of tiers that hold what is asked for, all kinds by one look into the index, `most` documents of a tier at the most. */
export async function countMixed(db: Queryable, tiers: Stretch, index: IndexQuery, most: number): Promise<TierCount[]> {
  const values = heldValues(index);
  const part = (tier: number) =>
    `select ${tier} as tier, kind, item_id from search_documents where tier = ${tier} and ${held(index)} limit $${values.length + 1}`;
  const count = ofShape(
    mixedCounts,
    `search_count_mixed_${nameOf(tiers)}_${heldName(index)}`,
    () =>
      `select tier, kind, count(*) as n, case when count(*) <= ${NAMED} then to_json(array_agg(item_id)) end as ids
       from (${inTiers(tiers, part)}) as found group by tier, kind`,
  );
  const by_tier = Map.groupBy(await count(db, [...values, most]), ({ tier }) => tier);
  const [first, last] = tiers;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map((tier) => {
    const rows = by_tier.get(tier) ?? [];
    const whole = rows.reduce((sum, { n }) => sum + n, 0) < most;
    const named = whole ? rows.flatMap(({ kind, ids }) => (ids ? [[kind, ids] as const] : [])) : [];
    return { tier, counts: new Map(rows.map(({ kind, n }) => [kind, n])), ids: new Map(named), whole };
  });
}

const kindCounts = new Map<string, Statement<{ tier: number; kind: number; n: number }>>();

/** The same kind by kind, counting no further than `cap + 1` each in a tier: for words that are frequent, in kinds that have few of them. */
export async function countOfKinds(
  db: Queryable,
  tiers: Stretch,
  kinds: ReadonlyArray<{ kind: number; index: IndexQuery; whole: string }>,
  cap: number,
): Promise<Map<number, Map<number, number>>> {
  const part = (tier: number) =>
    `select ${tier} as tier, item_id from search_documents where tier = ${tier} and terms @@ asked.one and (terms @@ asked.words) is true limit $4`;
  const count = ofShape(
    kindCounts,
    `search_count_${nameOf(tiers)}`,
    () =>
      `select found.tier, asked.kind, count(distinct found.item_id) as n from unnest($1::smallint[], $2::tsquery[], $3::tsquery[]) as asked(kind, one, words)
       cross join lateral (${inTiers(tiers, part)}) as found group by 1, 2`,
  );
  // a way to hold the words is a row
  const asked = kinds.flatMap(({ kind, index: { any }, whole }) => any.map((one) => ({ kind, one, whole })));
  const rows = await count(db, [asked.map(({ kind }) => kind), asked.map(({ one }) => one), asked.map(({ whole }) => whole), cap + 1]);
  const by_tier = Map.groupBy(rows, ({ tier }) => tier);
  return new Map([...by_tier].map(([tier, of]) => [tier, new Map(of.map(({ kind, n }) => [kind, n]))]));
}

const large_kinds = statement<{ kind: number }>(
  'search_large_kinds',
  `select asked.kind from unnest($1::smallint[], $2::tsquery[]) as asked(kind, term)
   where exists (select from (${inTiers([FEW_TIERS, TIERS - 1], (tier) => `select from search_documents where tier = ${tier} and terms @@ asked.term limit 1`)}) as held)`,
  PLANNED_ONCE,
);

/** Those of the kinds that have works behind the first FEW_TIERS tiers. */
export async function findLargeKinds(db: Queryable, kinds: readonly number[]): Promise<number[]> {
  return (await large_kinds(db, [kinds, kinds.map((kind) => quoted(kindTerm(kind)))])).map(({ kind }) => kind);
}

const worded = new Map<string, Statement<{ id: number; named: boolean }>>();

/** Documents of one tier that hold the words; `named`: their title says the text. */
export function findWorded(db: Queryable, tier: number, words: ParsedQuery, text: string, most: number) {
  const find = ofShape(
    worded,
    `search_worded_${tier}`,
    () =>
      `select item_id as id, strpos(title, $2::text) > 0 as named from search_documents where tier = ${tier} and terms @@ $1::tsquery
       order by 2 desc, 1 desc limit $3`,
  );
  return find(db, [tsquery(words), text, most]);
}

const repeated = statement<{ at: number }>(
  'search_repeated',
  `select asked.at::int - 1 as at from unnest($1::tsquery[]) with ordinality as asked(query, at)
   where (select count(*) from (${inTiers([0, TIERS - 1], (tier) => `select from search_documents where tier = ${tier} and terms @@ asked.query limit $2`)}) as held) >= $2`,
);

/** Which of the queries so many documents hold. */
export async function findRepeated(db: Queryable, queries: readonly string[], times: number): Promise<number[]> {
  return (await repeated(db, [queries, times])).map(({ at }) => at);
}

const mentioned = statement<{ id: number }>(
  'search_mentioned',
  `select item_id as id from (${inTiers([0, TIERS - 1], (tier) => `select item_id, kind, terms from search_documents where tier = ${tier} and terms @@ $1::tsquery limit $6`)}) as held
   where kind = any($4::smallint[])
   order by (select sum(points) from unnest($2::tsquery[], $3::float8[]) as asked(query, points) where terms @@ query)
     + case when kind = $7::smallint then $8::float8 else 0 end desc, 1 desc limit $5`,
);

/** Documents that hold `any`, of a tier `read` at the most, those first that hold the queries of the most points together; `lean`: a kind that has points of its own. */
export function findMentioned(
  db: Queryable,
  of: {
    any: string;
    queries: readonly string[];
    points: readonly number[];
    kinds: readonly number[];
    limit: number;
    read: number;
    lean: { kind: number; points: number };
  },
): Promise<Array<{ id: number }>> {
  return mentioned(db, [of.any, of.queries, of.points, of.kinds, of.limit, of.read, of.lean.kind, of.lean.points]);
}

/** Works of a sample: the first tiers have them for words that are not rare. */
const SAMPLED = 100;

const ALL_TIERS: Stretch = [0, TIERS - 1];
const sampledIn = (tier: number) =>
  `select item_id, kind, title, hot_score, terms from search_documents where tier = ${tier} and terms @@ $1::tsquery limit ${SAMPLED}`;
/** Tier after tier is read only until the sample is full. */
export const SAMPLE_SQL = `select item_id as id, kind,
    case when not coalesce((select bool_and(strpos(title, word) > 0) from unnest($3::text[]) as word), false) then 0
      when strpos(title, $2::text) = 1 then 3 when strpos(title, $2::text) > 0 then 2 else 1 end as place,
    array(select (asked.n - 1)::int from unnest($4::tsquery[]) with ordinality as asked(query, n) where terms @@ asked.query) as has
  from (select * from (${inTiers(ALL_TIERS, sampledIn)}) as held limit ${SAMPLED}) as sample
  order by place desc, hot_score desc, item_id desc`;

export interface SampledWork {
  id: number;
  kind: number;
  /** How its title says the text: 3 begins with it, 2 holds it, 1 holds its words, 0 does not. */
  place: number;
  /** Places of the queries that find it. */
  has: number[];
}

const sampled = statement<SampledWork>('search_sample', SAMPLE_SQL, PLANNED_ONCE);

/** Some of the most prominent works that a query finds, those first whose title says the text. */
export function findSample(db: Queryable, query: string, said: { text: string; topic: readonly string[] }, asked: readonly string[]) {
  return sampled(db, [query, said.text, said.topic, asked]);
}

/** The statement of a name, made once. */
function ofShape<Row extends object>(known: Map<string, Statement<Row>>, name: string, text: () => string): Statement<Row> {
  const made = known.get(name) ?? statement<Row>(name, text(), PLANNED_ONCE);
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
