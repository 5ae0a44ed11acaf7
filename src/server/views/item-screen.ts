import type { CollectionCard } from '#contract/catalog.ts';
import type { ItemCard, ItemPublic } from '#contract/item.ts';
import { itemCalls } from '#contract/item-calls.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { collectionsOf, getShownItem, recommendItems } from '../modules/catalog/index.ts';
import { isPublicItem, publicPart } from './item-public.ts';

/** Everything the detail page of an item shows to everybody. */
export interface ItemScreen {
  item: ItemPublic;
  recommended: ItemCard[];
  /** The first ones that contain it; `collections_total` says whether there are more. */
  collections: CollectionCard[];
  collections_total: number;
}

/** The item with its surroundings, or null when it is unknown or not published (the page then leads to /hmh?type=1). */
export async function itemScreen(ctx: Ctx, kind: KindFacts, id: number): Promise<ItemScreen | null> {
  const asked = collectionsOf(ctx, id);
  // its failure is ours when we wait for it; until then it must not count as unheard
  asked.catch(() => {});
  const shown = await getShownItem(ctx, id);
  if (!isPublicItem(kind, shown)) return null;
  const [item, recommended, collections] = await Promise.all([
    publicPart(ctx, shown),
    recommendItems(ctx, kind, { id, item: shown.item, limit: itemCalls(kind).related.limit }),
    asked,
  ]);
  return { item, recommended, collections: collections.list, collections_total: collections.total };
}

/**
 * What the detail page of a kind shows for the id in its address, and the tags by which a kept page of it is forgotten: one that leaves
 * the site, or costs something else, leaves the pages that recommend it too. Null leads to the kind's `missing` page.
 */
export async function itemPage(ctx: Ctx, kind: KindFacts, asked: string | null): Promise<{ screen: ItemScreen; tags: string[] } | null> {
  const id = /^[1-9]\d{0,14}$/.test(asked ?? '') ? Number(asked) : null;
  const screen = id === null ? null : await itemScreen(ctx, kind, id);
  if (!screen) return null;
  return { screen, tags: [screen.item, ...screen.recommended].map((shown) => `item:${shown.id}`) };
}
