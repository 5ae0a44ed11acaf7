import { LIST_PAGE_SIZE, SEARCH_REACH } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { SchemeCard, SchemeFilter } from '#contract/scheme.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { facetsOf, KIND_SCHEME, schemeCards } from '../catalog/index.ts';
import { cutWords } from './cut-words.ts';
import { type Hit, hitsInTier, TIERS } from './repo.ts';
import { parseQuery, tsquery } from './rules.ts';

/**
 * One page of published schemes that hold every term of `filter.keyword` in title, tags, introduction or preview text, and pass the
 * filters. Tiers are read from the most prominent on until SEARCH_REACH documents are found, so a common word costs as much among a
 * million items as among a thousand; `total_capped` says that there are more. With `sort` new or download the head of the list is exact
 * (the newest and most downloaded stand in the first tiers too). A keyword without letters or digits finds nothing.
 */
export async function findItems(ctx: Ctx, filter: SchemeFilter, limit = LIST_PAGE_SIZE): Promise<Page<SchemeCard>> {
  const page = filter.page ?? 1;
  const query = parseQuery(filter.keyword ?? '', cutWords);
  if (!query) return { list: [], total: 0, page, limit };
  const match = tsquery(query, facetsOf(filter));
  const hits: Hit[] = [];
  let tier = 0;
  const read = (of: number) => hitsInTier(ctx.db, KIND_SCHEME, of, query, match, filter.sort ?? 'recommend', ctx.app.clock.now());
  while (tier < TIERS && hits.length < SEARCH_REACH) {
    // a tier holds about three times what stands before it: so few hits mean that the one after the next will be asked as well
    const rare = tier > 0 && tier + 1 < TIERS && hits.length * 4 < SEARCH_REACH;
    const found = await Promise.all(rare ? [read(tier), read(tier + 1)] : [read(tier)]);
    hits.push(...found.flat());
    tier += found.length;
  }
  hits.sort((a, b) => b.score - a.score || b.id - a.id);
  const shown = hits.slice(0, SEARCH_REACH);
  const ids = shown.slice((page - 1) * limit, page * limit).map((hit) => hit.id);
  const more = tier < TIERS || hits.length > SEARCH_REACH;
  return { list: await schemeCards(ctx, ids), total: shown.length, ...(more ? { total_capped: true } : {}), page, limit };
}
