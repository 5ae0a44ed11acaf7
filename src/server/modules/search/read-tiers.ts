import { SEARCH_REACH } from '#contract/catalog.ts';
import { PINS_MOST } from '#contract/search-console.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, lastingDb } from '../../app/ctx.ts';
import { getSetting } from '../settings/index.ts';
import { findShares, type Hit, type HitOrder, hitsInTiers, type Stretch } from './hits.repo.ts';
import { type IndexQueries, indexQueries, type LexemeShares } from './index-query.ts';
import { findSignals, type SignalRow } from './learning/queries.repo.ts';
import { scoreShares } from './learning/rules.ts';
import type { ParsedQuery } from './rules.ts';
import { TIER_ENDS, TIERS } from './rules.ts';
import { searchLearning } from './settings.ts';

/** Scores of a query that are stored and read: more than stand on its first pages. */
export const SCORES_MOST = 100;

/** What is known of a query besides its words. */
export interface QuerySignals {
  /** Works of any kind that stand first, in this order. */
  pinned: readonly number[];
  /** What readers of this query opened, collected and bought: a share from 0 to below 1 of the greatest boost, which the order decides. */
  boosts: ReadonlyMap<number, number>;
}

const cached = new AppMemory<string, Promise<readonly SignalRow[]>>({ max: 5_000, ttl_ms: 20_000 });
/** Under this key of `ctx.supposed`: works by query that a preview pins in place of those that are. */
export const SUPPOSED_PINS = 'search.pins';

/** Pins and boosts of a query by its `queryKey`; none for an empty key. Up to 20 seconds old. */
export async function querySignals(ctx: Ctx, key: string): Promise<QuerySignals> {
  if (key === '') return { pinned: [], boosts: new Map() };
  const [rows, learns] = await Promise.all([
    cached.share(ctx.app, key, () => findSignals(lastingDb(ctx), key, PINS_MOST, SCORES_MOST)),
    getSetting(ctx, searchLearning),
  ]);
  const supposed = (ctx.supposed?.get(SUPPOSED_PINS) as ReadonlyMap<string, readonly number[]> | undefined)?.get(key);
  return {
    pinned: supposed ?? rows.filter(({ place }) => place !== null).map(({ item_id }) => item_id),
    boosts: learns
      ? scoreShares(
          rows.filter(({ place }) => place === null),
          ctx.app.clock.now(),
        )
      : new Map(),
  };
}

/** What this process remembers of a query, of all without a key, is read again. */
export function forgetSignals({ app }: Pick<Ctx, 'app'>, key?: string): void {
  if (key === undefined) cached.clear(app);
  else cached.delete(app, key);
}

interface Reading {
  /** The first tier that is read. */
  from?: number;
  /** Hits that are enough. */
  enough?: number;
  /** Tiers that are read at first, where nothing is known of them. */
  at_once?: number;
  /** How many hits tiers hold, as far as that is known; fewer where the reading asks for more than was counted. */
  held?: ReadonlyMap<number, number>;
}

/** Hits of one tier after another, until enough are found; `next`: the first tier that was not read, TIERS where all were. */
export async function hitsByTiers(ctx: Ctx, asking: IndexQueries, order: HitOrder, of: Reading = {}) {
  const { from = 0, enough = SEARCH_REACH, at_once = 1, held = new Map() } = of;
  const hits: Hit[] = [];
  let next = from;
  while (next < TIERS && hits.length < enough) {
    const { last, rare } = worthReading(next, { from, found: hits.length, enough, at_once, held });
    const index = asking[rare ? 'rare' : 'usual'];
    const read = stretchesOf(next, last, held, rare);
    for (const found of await Promise.all(read.map((tiers) => hitsInTiers(ctx.db, tiers, index, order)))) hits.push(...found);
    next = last + 1;
  }
  return { hits, next };
}

/** Statistics change when PostgreSQL analyses the documents: now and then. */
const known = new AppMemory<'shares', Promise<LexemeShares>>({ max: 1, ttl_ms: 600_000 });

export async function askingOf({ app }: Ctx, words: ParsedQuery, of: { kind?: number; facets?: readonly number[] }): Promise<IndexQueries> {
  return indexQueries(words, of, await lexemeShares(app));
}

export const lexemeShares = (app: Ctx['app']): Promise<LexemeShares> => known.share(app, 'shares', () => findShares(app.db));

/** What no more documents hold than this share of the places read is rare. */
const RARE = 0.005;

/** Whether the tiers before `tier`, in which `found` were found, show that the words are rare; of several kinds each has its places. */
export function isRare(tier: number, found: number, kinds = 1): boolean {
  return tier > 0 && found <= RARE * kinds * placesBetween(0, tier);
}

/** Places of an order in the tiers from one up to before another: the last tier has no end. */
const placesBetween = (from: number, next: number): number => placesBefore(next) - placesBefore(from);
const placesBefore = (tier: number): number => (tier === 0 ? 0 : (TIER_ENDS[tier - 1] ?? Number.POSITIVE_INFINITY));

/**
 * The last tier to read at once, from `first` on: as far as it will take by what is known of tiers, else at the rate of hits so far. What asks for more
 * than was counted finds a share of it.
 */
function worthReading(
  first: number,
  { from, found, enough, at_once, held }: Required<Reading> & { found: number },
): { last: number; rare: boolean } {
  const places = placesBetween(from, first);
  const counted = rangeOf(from, first - 1).reduce((sum, tier) => sum + (held.get(tier) ?? 0), 0);
  const share = counted > 0 ? Math.min(1, found / counted) : 1;
  const expectedOf = (tier: number) => {
    const known = held.get(tier);
    if (known !== undefined) return known * share;
    return places === 0 ? enough / at_once : ((found + 1) * placesBetween(tier, tier + 1)) / places;
  };
  let last = first;
  let expected = found + expectedOf(first);
  while (last + 1 < TIERS && expected < enough) {
    last++;
    expected += expectedOf(last);
  }
  const rare = places > 0 ? found <= RARE * places : held.has(first) && expected <= RARE * placesBetween(from, last + 1);
  return { last, rare };
}

const rangeOf = (first: number, last: number): number[] => Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

/** Tiers to read, without those that hold none. Rare words cost little more in many tiers than in one: two halves keep both processors at work. */
function stretchesOf(first: number, last: number, held: ReadonlyMap<number, number>, together: boolean): Stretch[] {
  const tiers = rangeOf(first, last).filter((tier) => held.get(tier) !== 0);
  return together && tiers.length === last - first + 1 ? halvesOf([first, last]) : tiers.map((tier) => [tier, tier]);
}

/** A stretch in two that are read side by side. */
export function halvesOf([first, last]: Stretch): Stretch[] {
  const middle = Math.floor((first + last) / 2);
  return middle < last
    ? [
        [first, middle],
        [middle + 1, last],
      ]
    : [[first, last]];
}
