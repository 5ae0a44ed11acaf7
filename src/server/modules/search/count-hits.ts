import type { KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../app/app-memory.ts';
import type { Ctx } from '../../app/ctx.ts';
import { countMixed, countOfKinds, FEW_TIERS, findLargeKinds, type Stretch, type TierCount } from './hits.repo.ts';
import type { SearchPlan } from './plan-search.ts';
import { askingOf, halvesOf, isRare } from './read-tiers.ts';
import type { ParsedQuery } from './rules.ts';
import { TIERS } from './rules.ts';

/** What counting a keyword found of a kind. */
export interface Counted {
  /** How many each tier that was counted holds, of many 100: who reads the items knows how far to look. */
  held: ReadonlyMap<number, number>;
  /** All of them, where few hold the words; else null. */
  ids: readonly number[] | null;
}

export const UNCOUNTED: Counted = { held: new Map(), ids: null };

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
  /** More may be behind the tiers that were counted. */
  open: boolean;
  held: Map<number, number>;
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
 * How many published items of each of these kinds hold every term of the keyword, counting up to 99, of a frequent one among the four thousand most
 * prominent of a kind: more are said to be there then.
 * `begun` is called with the kinds that the first tier holds, before the rest is counted; not for rare words, whose items the count names.
 */
export async function countHits(
  ctx: Ctx,
  kinds: readonly KindFacts[],
  { query, facets }: Pick<SearchPlan, 'query' | 'facets'>,
  begun: (found: readonly KindFacts[]) => void = () => undefined,
): Promise<KindHits[]> {
  const tallies: Tallies = new Map(kinds.map(({ code }) => [code, { n: 0, open: false, held: new Map(), ids: [] }]));
  const asked = query && { query, facets };
  const complete = asked !== null && (await countTiers(ctx, asked, tallies, (codes) => begun(kinds.filter(({ code }) => codes.has(code)))));
  return kinds.map((kind) => {
    const { n, open, held, ids } = tallies.get(kind.code) ?? { n: 0, open: false, ...UNCOUNTED };
    return { kind, total: Math.min(n, COUNTED), capped: open || n > COUNTED, held, ids: complete ? ids : null };
  });
}

/** Kinds grow slowly. */
const large = new AppMemory<string, Promise<number[]>>({ max: 4, ttl_ms: 60_000 });

/** Adds what the tiers hold until every kind has enough. @returns whether all tiers were counted */
async function countTiers(ctx: Ctx, asked: Asked, tallies: Tallies, begun: (codes: Set<number>) => void): Promise<boolean> {
  const { usual, rare } = await askingOf(ctx, asked.query, asked);
  for (const tiers of COUNT_STEPS) {
    const [first, last] = tiers;
    const before = sum([...tallies.values()].map(({ n }) => n));
    const is_rare = isRare(first, before, tallies.size);
    if (first === FEW_TIERS && !is_rare) return openFrequent(ctx, tallies);
    const short = shortOf(tallies);
    if (short.length === 0) return false;
    // where few kinds are short, works of the others are not read
    const few = first > 0 && !is_rare && short.length * 2 < tallies.size;
    const parts = few ? [] : halvesOf(tiers);
    const mixed = (await Promise.all(parts.map((part) => countMixed(ctx.db, part, is_rare ? rare : usual, COUNTED_MIXED)))).flat();
    if (first === 0 && !isRare(last + 1, sum(mixed.flatMap(({ counts }) => [...counts.values()])), tallies.size))
      begun(new Set(mixed.flatMap(({ counts }) => [...counts.keys()])));
    for (const { tier, counts, ids, known } of await countShort(ctx, asked, tiers, { mixed, tallies }))
      for (const [code, tally] of tallies) {
        const n = counts.get(code) ?? 0;
        const empty = n === 0 && known.has(code);
        const named = ids.get(code) ?? (empty ? [] : null);
        tally.n += n;
        tally.ids = tally.ids && named && [...tally.ids, ...named];
        if (known.has(code)) tally.held.set(tier, n);
      }
  }
  return true;
}

/** Of frequent words works further behind are not counted: kinds that have some say that there are more. @returns whether no kind has works there */
async function openFrequent({ app }: Ctx, tallies: Tallies): Promise<boolean> {
  const codes = [...tallies.keys()];
  const of_many = new Set(await large.share(app, codes.join(), () => findLargeKinds(app.db, codes)));
  for (const [code, tally] of tallies) tally.open = tally.n > 0 && of_many.has(code);
  return of_many.size === 0;
}

/** Tiers as they were counted, those that were not counted whole with the kinds counted by themselves that are still short. `known`: codes whose count is right. */
async function countShort(ctx: Ctx, of: Asked, tiers: Stretch, { mixed, tallies }: { mixed: readonly TierCount[]; tallies: Tallies }) {
  const all = new Set(tallies.keys());
  if (mixed.length > 0 && mixed.every(({ whole }) => whole)) return mixed.map((one) => ({ ...one, known: all }));
  const short = shortOf(tallies, mixed);
  const asked = await Promise.all(
    short.map(async (kind) => {
      const { usual, whole } = await askingOf(ctx, of.query, { kind, facets: of.facets });
      return { kind, index: usual, whole };
    }),
  );
  const own = asked.length === 0 ? new Map<number, Map<number, number>>() : await countOfKinds(ctx.db, tiers, asked, COUNTED);
  const [first, last] = tiers;
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const tier = first + at;
    const { counts = new Map<number, number>(), ids = new Map<number, number[]>(), whole = false } = mixed[at] ?? {};
    if (whole) return { tier, counts, ids, known: all };
    return { tier, counts: new Map([...counts, ...(own.get(tier) ?? [])]), ids, known: new Set(short) };
  });
}

/** Codes of kinds with at most `COUNTED` matches, with `extra` added. */
function shortOf(tallies: Tallies, extra: readonly TierCount[] = []): number[] {
  const found = ([code, { n }]: readonly [number, Tally]) => n + sum(extra.map(({ counts }) => counts.get(code) ?? 0));
  return [...tallies].filter((one) => found(one) <= COUNTED).map(([code]) => code);
}

const sum = (list: readonly number[]): number => list.reduce((all, n) => all + n, 0);

/** Tiers that are counted together: the first alone answers a common word. */
const COUNT_STEPS: readonly Stretch[] = [
  [0, 0],
  [1, FEW_TIERS - 1],
  [FEW_TIERS, TIERS - 1],
];
