import { LIST_PAGE_SIZE, SEARCH_REACH } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { facetsOf, itemCards } from '../catalog/index.ts';
import { getSetting } from '../settings/index.ts';
import { cutWords } from './cut-words.ts';
import { matchesOf } from './found-in.ts';
import { countInTier, countMixed, type Hit, hitsInTier, TIER_ENDS, TIERS, type TierCount } from './repo.ts';
import { facetQuery, type ParsedQuery, parseQuery } from './rules.ts';
import { synonymsSetting } from './settings.ts';
import { synonymsOf } from './synonyms.ts';

/** Words in no more documents than this share of a tier's places are rare: looking at each costs less than the index takes for facets. */
const RARE_WORDS = 0.005;

/**
 * One page of published items of a kind that hold every term of `filter.keyword` in title, tags, introduction or preview text, and pass the
 * filters. Tiers are read from the most prominent on until SEARCH_REACH documents are found, so a common word costs as much among a
 * million items as among a thousand; `total_capped` says that there are more. With `sort` new or download the head of the list is exact
 * (the newest and most downloaded stand in the first tiers too; by price the found ones are ordered). A keyword without letters or digits finds nothing.
 * `empty_tiers`: known to hold none of this kind (`countHits`), so they are not asked.
 */
export async function findItems(
  ctx: Ctx,
  kind: KindFacts,
  filter: ItemFilter,
  limit = LIST_PAGE_SIZE,
  empty_tiers: ReadonlySet<number> = NONE,
): Promise<Page<ItemCard>> {
  const page = filter.page ?? 1;
  const query = await queryOf(ctx, filter.keyword ?? '');
  if (!query) return { list: [], total: 0, page, limit };
  const asked = {
    kind: kind.code,
    words: query,
    facets: facetQuery(facetsOf(filter)),
    sort: filter.sort ?? 'recommend',
    now: ctx.app.clock.now(),
  };
  const hits: Hit[] = [];
  let tier = 0;
  let facets_last = false;
  let words_found = 0;
  while (tier < TIERS && hits.length < SEARCH_REACH) {
    const tiers = tiersWorthReading(tier, hits.length);
    const worth = tiers.filter((of) => !empty_tiers.has(of));
    const found = await Promise.all(worth.map((of) => hitsInTier(ctx.db, of, asked, facets_last)));
    for (const one of found) {
      hits.push(...one.hits);
      words_found += one.words_found ?? one.hits.length;
    }
    tier += tiers.length;
    // the first tier tells by its hits that the words may be rare; those read by words alone tell whether they are
    facets_last = (facets_last || tier === 1) && words_found <= RARE_WORDS * (TIER_ENDS[tier - 1] ?? 0);
  }
  hits.sort((a, b) => b.score - a.score || b.id - a.id);
  const shown = hits.slice(0, SEARCH_REACH);
  const ids = shown.slice((page - 1) * limit, page * limit).map((hit) => hit.id);
  const more = tier < TIERS || hits.length > SEARCH_REACH;
  const [cards, matches] = await Promise.all([itemCards(ctx, ids), matchesOf(ctx, query, ids)]);
  const list = cards.map((card) => {
    const match = matches.get(card.id);
    return match ? { ...card, match } : card;
  });
  return { list, total: shown.length, ...(more ? { total_capped: true } : {}), page, limit };
}

const NONE: ReadonlySet<number> = new Set();

async function queryOf(ctx: Ctx, keyword: string): Promise<ParsedQuery | null> {
  return parseQuery(keyword, cutWords, synonymsOf(await getSetting(ctx, synonymsSetting)));
}

/** Beyond this many a search says "and more" of a kind. */
const COUNTED = 99;
/** Documents of a tier that are counted without asking for each kind: more hold frequent words, of which every kind has enough. */
const COUNTED_MIXED = 1_000;

export interface KindHits {
  kind: KindFacts;
  total: number;
  capped: boolean;
  /** Tiers that were found to hold none: who reads the items need not look there. */
  empty_tiers: ReadonlySet<number>;
}

/**
 * How many published items of each of these kinds hold every term of the keyword, counting up to 99. A tier is asked once for all kinds;
 * where that does not reach its end, those kinds are asked that are still short. Only short ones make the next tiers worth reading.
 * `begun` hears of the kinds that the first tier holds, before the rest is counted.
 */
export async function countHits(
  ctx: Ctx,
  kinds: readonly KindFacts[],
  keyword: string,
  begun: (found: readonly KindFacts[]) => void = () => undefined,
): Promise<KindHits[]> {
  const query = await queryOf(ctx, keyword);
  const found = new Map(kinds.map(({ code }) => [code, 0]));
  const empty = new Map(kinds.map(({ code }) => [code, new Set<number>()]));
  const shortOf = (extra: readonly TierCount[] = []) =>
    [...found].filter(([code, n]) => extra.reduce((sum, { counts }) => sum + (counts.get(code) ?? 0), n) <= COUNTED).map(([code]) => code);
  for (const [first, last] of query ? COUNT_STEPS : []) {
    if (shortOf().length === 0) break;
    const words = query as ParsedQuery;
    const tiers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const mixed = await Promise.all(tiers.map((tier) => countMixed(ctx.db, tier, words, COUNTED_MIXED)));
    const short = shortOf(mixed);
    const parts = await Promise.all(
      mixed.map(async ({ tier, counts, whole }) => {
        const asked =
          whole || short.length === 0 ? counts : new Map([...counts, ...(await countInTier(ctx.db, tier, words, short, COUNTED))]);
        return { tier, counts: asked, known: whole ? [...found.keys()] : short };
      }),
    );
    for (const { tier, counts, known } of parts) {
      for (const [code, n] of counts) if (found.has(code)) found.set(code, (found.get(code) ?? 0) + n);
      for (const code of known) if (!counts.get(code)) empty.get(code)?.add(tier);
    }
    if (first === 0) begun(kinds.filter(({ code }) => (found.get(code) ?? 0) > 0));
  }
  return kinds.map((kind) => {
    const n = found.get(kind.code) ?? 0;
    return { kind, total: Math.min(n, COUNTED), capped: n > COUNTED, empty_tiers: empty.get(kind.code) ?? NONE };
  });
}

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
