import { SEARCH_REACH } from '#contract/catalog.ts';
import { AppMemory } from '../../app/app-memory.ts';
import type { Ctx } from '../../app/ctx.ts';
import { findShares, type Hit, type HitOrder, hitsInTiers, type Stretch } from './hits.repo.ts';
import { type IndexQueries, indexQueries, type LexemeShares } from './index-query.ts';
import type { ParsedQuery } from './rules.ts';
import { TIER_ENDS, TIERS } from './tiers.ts';

interface Reading {
  /** The first tier that is read. */
  from?: number;
  /** Hits that are enough. */
  enough?: number;
  /** Tiers that hold none. */
  empty_tiers?: ReadonlySet<number>;
}

/** Hits of one tier after another, until enough are found; `next`: the first tier that was not read, TIERS where all were. */
export async function hitsByTiers(ctx: Ctx, asking: IndexQueries, order: HitOrder, of: Reading = {}) {
  const { from = 0, enough = SEARCH_REACH, empty_tiers = new Set() } = of;
  const hits: Hit[] = [];
  let next = from;
  while (next < TIERS && hits.length < enough) {
    const places = placesBetween(from, next);
    const rare = next > from && hits.length <= RARE * places;
    const last = lastWorthReading(next, { places, found: hits.length, enough });
    const index = asking[rare ? 'rare' : 'usual'];
    // rare words cost little more in many tiers than in one; for others both processors work
    const read = stretchesOf(next, last, empty_tiers, rare || hits.length === 0);
    for (const found of await Promise.all(read.map((tiers) => hitsInTiers(ctx.db, tiers, index, order)))) hits.push(...found);
    next = last + 1;
  }
  return { hits, next };
}

/** Statistics change when PostgreSQL analyses the documents: now and then. */
const known = new AppMemory<'shares', Promise<LexemeShares>>({ max: 1, ttl_ms: 600_000 });

export async function askingOf({ app }: Ctx, words: ParsedQuery, of: { kind?: number; facets?: readonly number[] }): Promise<IndexQueries> {
  return indexQueries(words, of, await known.share(app, 'shares', () => findShares(app.db)));
}

/** What no more documents hold than this share of the places read is rare. */
const RARE = 0.005;

/** Whether the tiers before `tier`, in which `found` were found, show that the words are rare; of several kinds each has its places. */
export function isRare(tier: number, found: number, kinds = 1): boolean {
  return tier > 0 && found <= RARE * kinds * placesBetween(0, tier);
}

/** Places of an order in the tiers from one up to before another. */
const placesBetween = (from: number, next: number): number => (TIER_ENDS[next - 1] ?? 0) - (TIER_ENDS[from - 1] ?? 0);

/** The last tier to read at once, from `first` on: as far as it will take at the rate of hits so far. */
function lastWorthReading(first: number, { places, found, enough }: { places: number; found: number; enough: number }): number {
  if (places === 0) return first;
  let last = first;
  while (last + 1 < TIERS) {
    const expected = ((found + 1) * (TIER_ENDS[last] ?? 0)) / places;
    // too few cost a round trip, too many the reading of what no page shows: the next tier is as large as all before it
    if (expected * 1.5 >= enough) break;
    last++;
  }
  return last;
}

/** Tiers to read, without those that hold none: together, or one by one. */
function stretchesOf(first: number, last: number, empty: ReadonlySet<number>, together: boolean): Stretch[] {
  const tiers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (together && !tiers.some((tier) => empty.has(tier))) return [[first, last]];
  return tiers.filter((tier) => !empty.has(tier)).map((tier) => [tier, tier]);
}
