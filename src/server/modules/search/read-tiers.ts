import { SEARCH_REACH } from '#contract/catalog.ts';
import { AppMemory } from '../../app/app-memory.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type IndexQueries, indexQueries, type LexemeShares } from './index-query.ts';
import { findShares, type Hit, type HitOrder, hitsInTier, TIER_ENDS, TIERS } from './repo.ts';
import type { ParsedQuery } from './rules.ts';

/** Hits of one tier after another, until enough are found; `more`: tiers are left. */
export async function hitsByTiers(ctx: Ctx, asking: IndexQueries, order: HitOrder, empty_tiers: ReadonlySet<number>) {
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

/** Statistics change when PostgreSQL analyses the documents: now and then. */
const known = new AppMemory<'shares', Promise<LexemeShares>>({ max: 1, ttl_ms: 600_000 });

export async function askingOf({ app }: Ctx, words: ParsedQuery, of: { kind?: number; facets?: readonly number[] }): Promise<IndexQueries> {
  return indexQueries(words, of, await known.share(app, 'shares', () => findShares(app.db)));
}

/** What no more documents hold than this share of the places read is rare. */
const RARE = 0.005;

/** Whether the tiers before `tier`, in which `found` were found, tell that the words are rare; of several kinds each has its places. */
export function isRare(tier: number, found: number, kinds = 1): boolean {
  return tier > 0 && found <= RARE * kinds * (TIER_ENDS[tier - 1] ?? 0);
}

/** Tiers to read at once, from `first` on: as many as it will take at the rate of hits so far, four at most. */
function tiersWorthReading(first: number, found: number): number[] {
  const tiers = [first];
  const read_so_far = TIER_ENDS[first - 1];
  if (read_so_far === undefined) return tiers;
  for (let last = first; last + 1 < TIERS && tiers.length < 4; ) {
    const expected = ((found + 1) * (TIER_ENDS[last] ?? 0)) / read_so_far;
    // too few cost a round trip, too many the reading of what no page shows: the next tier is as large as all before it
    if (expected * 1.5 >= SEARCH_REACH) break;
    tiers.push(++last);
  }
  return tiers;
}
