import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { SearchPlan } from './plan-search.ts';
import { askingOf, isRare } from './read-tiers.ts';
import { countInTier, countMixed, TIERS, type TierCount } from './repo.ts';
import type { ParsedQuery } from './rules.ts';

/** What counting a keyword told of a kind. */
export interface Counted {
  /** Tiers that hold none: who reads the items need not look there. */
  empty_tiers: ReadonlySet<number>;
  /** All of them, where few hold the words; else null. */
  ids: readonly number[] | null;
}

export const UNCOUNTED: Counted = { empty_tiers: new Set(), ids: null };

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

interface Asked {
  query: ParsedQuery;
  facets: readonly number[];
}

/** By the code of a kind. */
type Tallies = ReadonlyMap<number, Tally>;

/**
 * How many published items of each of these kinds hold every term of the keyword, counting up to 99, until every kind has enough.
 * `begun` is called with the kinds that the first tier holds, before the rest is counted; not for rare words, whose items the count names.
 */
export async function countHits(
  ctx: Ctx,
  kinds: readonly KindFacts[],
  { query, facets }: Pick<SearchPlan, 'query' | 'facets'>,
  begun: (found: readonly KindFacts[]) => void = () => undefined,
): Promise<KindHits[]> {
  const tallies: Tallies = new Map(kinds.map(({ code }) => [code, { n: 0, empty_tiers: new Set(), ids: [] }]));
  const asked = query && { query, facets };
  const complete = asked !== null && (await countTiers(ctx, asked, tallies, (codes) => begun(kinds.filter(({ code }) => codes.has(code)))));
  return kinds.map((kind) => {
    const { n, empty_tiers, ids } = tallies.get(kind.code) ?? { n: 0, ...UNCOUNTED };
    return { kind, total: Math.min(n, COUNTED), capped: n > COUNTED, empty_tiers, ids: complete ? ids : null };
  });
}

/** Adds what the tiers hold until every kind has enough. @returns whether all tiers were counted */
async function countTiers(ctx: Ctx, asked: Asked, tallies: Tallies, begun: (codes: Set<number>) => void): Promise<boolean> {
  const { usual, rare } = await askingOf(ctx, asked.query, asked);
  for (const [first, last] of COUNT_STEPS) {
    if (shortOf(tallies).length === 0) return false;
    const before = sum([...tallies.values()].map(({ n }) => n));
    const index = isRare(first, before, tallies.size) ? rare : usual;
    const tiers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const mixed = await Promise.all(tiers.map((tier) => countMixed(ctx.db, tier, index, COUNTED_MIXED)));
    if (first === 0 && !isRare(last + 1, sum(mixed.flatMap(({ counts }) => [...counts.values()])), tallies.size))
      begun(new Set(mixed.flatMap(({ counts }) => [...counts.keys()])));
    for (const { tier, counts, ids, known } of await countShort(ctx, asked, mixed, tallies))
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
async function countShort(ctx: Ctx, of: Asked, mixed: readonly TierCount[], tallies: Tallies) {
  const all = new Set(tallies.keys());
  const short = mixed.every(({ whole }) => whole) ? [] : shortOf(tallies, mixed);
  const asked = await Promise.all(
    short.map(async (kind) => {
      const { usual, whole } = await askingOf(ctx, of.query, { kind, facets: of.facets });
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
