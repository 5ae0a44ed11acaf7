import type { CollectionCard } from '#contract/catalog.ts';
import { COLLECTION_LIMIT, type ItemCard, type ItemPublic } from '#contract/item.ts';
import { itemCalls } from '#contract/item-calls.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { BANNER_DETAIL, type Banner } from '#contract/promotion.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { collectionsOf, getShownItem, recommendItems } from '../modules/catalog/index.ts';
import { shownBanners } from '../modules/promotion/index.ts';
import { isPublicItem, publicPart } from './item-public.ts';

/** Everything the detail page of an item shows to everybody. */
export interface ItemScreen {
  item: ItemPublic;
  recommended: ItemCard[];
  /** The first ones that contain it; `collections_total` says whether there are more. */
  collections: CollectionCard[];
  collections_total: number;
  /** The one that stands on details now; null: none. */
  banner: Banner | null;
}

/** In whose menu collections of this kind's works stand: schemes have their own, everything else is found in topics. */
const collectionKind = (kind: KindFacts): KindFacts => (kind.key === KINDS.scheme.key ? KINDS.scheme : KINDS.resource);

/** The item with its surroundings, or null when it is unknown, not published or of another kind: the page then leads to the kind's `missing`. */
export async function itemScreen(ctx: Ctx, kind: KindFacts, id: number): Promise<ItemScreen | null> {
  const asked = collectionsOf(ctx, id, 1, COLLECTION_LIMIT, collectionKind(kind));
  // its failure is ours when we wait for it; until then it must not count as unheard
  asked.catch(() => {});
  const shown = await getShownItem(ctx, id);
  if (!isPublicItem(kind, shown)) return null;
  const [item, recommended, collections, banners] = await Promise.all([
    publicPart(ctx, shown),
    recommendItems(ctx, kind, { id, item: shown.item, limit: itemCalls(kind).related.limit }),
    asked,
    shownBanners(ctx, BANNER_DETAIL),
  ]);
  return { item, recommended, collections: collections.list, collections_total: collections.total, banner: banners[0] ?? null };
}

/** The same for the `id` of an address, as it stands there. */
export async function itemScreenAt(ctx: Ctx, kind: KindFacts, url: URL): Promise<ItemScreen | null> {
  const asked = url.searchParams.get('id') ?? '';
  return /^[1-9]\d{0,14}$/.test(asked) ? itemScreen(ctx, kind, Number(asked)) : null;
}
