import type { SearchView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { allKinds } from '../modules/catalog/index.ts';
import { countHits } from '../modules/search/index.ts';
import { itemListView } from './item-list.ts';

/**
 * What a keyword finds: how much of each kind, and the list of one. Without a wish the first kind in the order of the menus that has
 * something is shown. `filterOf` reads the filter by the kind's own parameters.
 */
export async function searchView(
  ctx: Ctx,
  keyword: string,
  wanted: string | null,
  filterOf: (kind: KindFacts) => ItemFilter,
): Promise<SearchView> {
  const hits = await countHits(ctx, allKinds(), keyword);
  const found = hits.filter(({ total }) => total > 0);
  const { kind } = hits.find((one) => one.kind.key === wanted) ?? found[0] ?? (hits[0] as (typeof hits)[number]);
  return {
    kinds: hits.filter((one) => one.total > 0 || one.kind === kind).map((one) => ({ ...one, kind: one.kind.key })),
    list: await itemListView(ctx, kind, { ...filterOf(kind), keyword }),
  };
}
