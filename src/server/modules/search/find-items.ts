import { LIST_PAGE_SIZE, SEARCH_REACH } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../app/app-memory.ts';
import type { Ctx } from '../../app/ctx.ts';
import { facetsOf, itemCards } from '../catalog/index.ts';
import { getSetting } from '../settings/index.ts';
import { cutWords } from './cut-words.ts';
import { matchesOf } from './found-in.ts';
import { type IndexQueries, indexQueries, type LexemeShares } from './index-query.ts';
import {
  countInTier,
  countMixed,
  findShares,
  type Hit,
  type HitOrder,
  hitsAmong,
  hitsInTier,
  TIER_ENDS,
  TIERS,
  type TierCount,
} from './repo.ts';
import { type ParsedQuery, parseQuery } from './rules.ts';
import { synonymsSetting } from './settings.ts';
import { synonymsOf } from './synonyms.ts';

/**
 * One page of published items of a kind that hold every term of `filter.keyword` in title, tags, introduction or preview text, and pass the
 * filters. Tiers are read from the most prominent on until SEARCH_REACH documents are found, so a common word costs as much among a
 * million items as among a thousand; `total_capped` says that there are more. With `sort` new or download the head of the list is exact
 * (the newest and most downloaded stand in the first tiers too; by price the found ones are ordered). A keyword without letters or digits finds nothing.
 * `counted`: what counting the words told of this kind, so that it is not looked for again.
 */
export async function findItems(
  ctx: Ctx,
  kind: KindFacts,
  filter: ItemFilter,
  limit = LIST_PAGE_SIZE,
  counted: Counted = UNCOUNTED,
): Promise<Page<ItemCard>> {
  const page = filter.page ?? 1;
  const query = await queryOf(ctx, filter.keyword ?? '');
  if (!query) return { list: [], total: 0, page, limit };
  const order = { words: query, sort: filter.sort ?? 'recommend', now: ctx.app.clock.now() };
  const asking = await askingOf(ctx, query, { kind: kind.code, facets: facetsOf(filter) });
  const { hits, more } =
    counted.ids === null
      ? await hitsByTiers(ctx, asking, order, counted.empty_tiers)
      : { hits: await hitsAmong(ctx.db, counted.ids, asking.whole, order), more: false };
  hits.sort((a, b) => b.score - a.score || b.id - a.id);
  const shown = hits.slice(0, SEARCH_REACH);
  const ids = shown.slice((page - 1) * limit, page * limit).map((hit) => hit.id);
  const [cards, matches] = await Promise.all([itemCards(ctx, ids), matchesOf(ctx, query, ids)]);
  const list = cards.map((card) => {
    const match = matches.get(card.id);
    return match ? { ...card, match } : card;
  });
  const capped = more || hits.length > SEARCH_REACH;
  return { list, total: shown.length, ...(capped ? { total_capped: true } : {}), page, limit };
}

/** Hits of one tier after another, until enough are found; `more`: tiers are left. */
async function hitsByTiers(ctx: Ctx, asking: IndexQueries, order: HitOrder, empty_tiers: ReadonlySet<number>) {
  const hits: Hit[] = [];
  let tier = 0;
  while (tier < TIERS && hits.length < SEARCH_REACH) {
    const tiers = tiersWorthReading(tier, hits.length);
    const worth = tiers.filter((of) => !empty_tiers.has(of));
    const index = asking[isRare(tier, hits.length) ? 'rare' : 'usual'];
    for (const found of await Promise.all(worth.map((of) => hitsInTier(ctx.db, of, index, order)))) hits.push(...found);
    tier += tiers.length;
  }
  return { hits, more: tier < TIERS };
}

/** What counting a keyword told of a kind. */
export interface Counted {
  /** Tiers that hold none: who reads the items need not look there. */
  empty_tiers: ReadonlySet<number>;
  /** All of them, where few hold the words; else null. */
  ids: readonly number[] | null;
}

const UNCOUNTED: Counted = { empty_tiers: new Set(), ids: null };

async function queryOf(ctx: Ctx, keyword: string): Promise<ParsedQuery | null> {
  return parseQuery(keyword, cutWords, synonymsOf(await getSetting(ctx, synonymsSetting)));
}

/** Statistics change when PostgreSQL looks at the documents anew: now and then. */
const known = new AppMemory<'shares', Promise<LexemeShares>>({ max: 1, ttl_ms: 600_000 });

async function askingOf({ app }: Ctx, words: ParsedQuery, of: { kind?: number; facets?: readonly number[] }): Promise<IndexQueries> {
  return indexQueries(words, of, await known.share(app, 'shares', () => findShares(app.db)));
}

/** What no more documents hold than this share of the places read is rare. */
const RARE = 0.005;

/** Whether the tiers before `tier`, in which `found` were found, tell that the words are rare; of several kinds each has its places. */
function isRare(tier: number, found: number, kinds = 1): boolean {
  return tier > 0 && found <= RARE * kinds * (TIER_ENDS[tier - 1] ?? 0);
}

/** Beyond this many a search says "and more" of a kind. */
const COUNTED = 99;
/** Documents of a tier that are counted without asking for each kind: more hold frequent words, of which every kind has enough. */
const COUNTED_MIXED = 1_000;

export interface KindHits extends Counted {
  kind: KindFacts;
  total: number;
  capped: boolean;
}

interface Tally {
  n: number;
  empty_tiers: Set<number>;
  /** Null once a tier held more than it named. */
  ids: number[] | null;
}

/** By the code of a kind. */
type Tallies = ReadonlyMap<number, Tally>;

/**
 * How many published items of each of these kinds hold every term of the keyword, counting up to 99, until every kind has enough.
 * `begun` is told which kinds the first tier holds, before the rest is counted; not for rare words, whose items the count names.
 */
export async function countHits(
  ctx: Ctx,
  kinds: readonly KindFacts[],
  keyword: string,
  begun: (found: readonly KindFacts[]) => void = () => undefined,
): Promise<KindHits[]> {
  const words = await queryOf(ctx, keyword);
  const tallies: Tallies = new Map(kinds.map(({ code }) => [code, { n: 0, empty_tiers: new Set(), ids: [] }]));
  const complete = words !== null && (await countTiers(ctx, words, tallies, (codes) => begun(kinds.filter(({ code }) => codes.has(code)))));
  return kinds.map((kind) => {
    const { n, empty_tiers, ids } = tallies.get(kind.code) ?? { n: 0, ...UNCOUNTED };
    return { kind, total: Math.min(n, COUNTED), capped: n > COUNTED, empty_tiers, ids: complete ? ids : null };
  });
}

/** Adds what the tiers hold until every kind has enough. @returns whether all tiers were counted */
async function countTiers(ctx: Ctx, words: ParsedQuery, tallies: Tallies, begun: (codes: Set<number>) => void): Promise<boolean> {
  const { usual, rare } = await askingOf(ctx, words, {});
  for (const [first, last] of COUNT_STEPS) {
    if (shortOf(tallies).length === 0) return false;
    const before = sum([...tallies.values()].map(({ n }) => n));
    const index = isRare(first, before, tallies.size) ? rare : usual;
    const tiers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const mixed = await Promise.all(tiers.map((tier) => countMixed(ctx.db, tier, index, COUNTED_MIXED)));
    if (first === 0 && !isRare(last + 1, sum(mixed.flatMap(({ counts }) => [...counts.values()])), tallies.size))
      begun(new Set(mixed.flatMap(({ counts }) => [...counts.keys()])));
    for (const { tier, counts, ids, known } of await countShort(ctx, words, mixed, tallies))
      for (const [code, tally] of tallies) {
        const n = counts.get(code) ?? 0;
        const empty = n === 0 && known.has(code);
        const named = ids.get(code) ?? (empty ? [] : null);
        tally.n += n;
        tally.ids = tally.ids && named && [...tally.ids, ...named];
        if (empty) tally.empty_tiers.add(tier);
      }
  }
  return true;
}

/** Tiers that were not counted whole, with those kinds counted by themselves that are still short. `known`: codes whose count is right. */
async function countShort(ctx: Ctx, words: ParsedQuery, mixed: readonly TierCount[], tallies: Tallies) {
  const all = new Set(tallies.keys());
  const short = mixed.every(({ whole }) => whole) ? [] : shortOf(tallies, mixed);
  const asked = await Promise.all(
    short.map(async (kind) => {
      const { usual, whole } = await askingOf(ctx, words, { kind });
      return { kind, index: usual, whole };
    }),
  );
  return Promise.all(
    mixed.map(async (one) => {
      if (one.whole) return { ...one, known: all };
      const counts = asked.length === 0 ? [] : await countInTier(ctx.db, one.tier, asked, COUNTED);
      return { ...one, counts: new Map([...one.counts, ...counts]), known: new Set(short) };
    }),
  );
}

/** Codes of kinds of which fewer were found than are told, with `extra` added. */
function shortOf(tallies: Tallies, extra: readonly TierCount[] = []): number[] {
  const found = ([code, { n }]: readonly [number, Tally]) => n + sum(extra.map(({ counts }) => counts.get(code) ?? 0));
  return [...tallies].filter((one) => found(one) <= COUNTED).map(([code]) => code);
}

const sum = (list: readonly number[]): number => list.reduce((all, n) => all + n, 0);

/** Tiers that are counted together: the first alone answers a common word. */
const COUNT_STEPS = [
  [0, 0],
  [1, 3],
  [4, TIERS - 1],
] as const;

/** Tiers to read at once, from `first` on: as many as it will take at the rate of hits so far, four at most. */
function tiersWorthReading(first: number, found: number): number[] {
  const tiers = [first];
  const read_so_far = TIER_ENDS[first - 1];
  if (read_so_far === undefined) return tiers;
  for (let last = first; last + 1 < TIERS && tiers.length < 4; ) {
    const expected = ((found + 1) * (TIER_ENDS[last] ?? 0)) / read_so_far;
    // too few cost a round trip, too many the reading of what nobody sees: the next tier is as large as all before it
    if (expected * 1.5 >= SEARCH_REACH) break;
    tiers.push(++last);
  }
  return tiers;
}
