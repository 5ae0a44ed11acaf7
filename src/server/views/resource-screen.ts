import type { ItemCard } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { RESOURCE_CASES, RESOURCE_PLANS } from '#contract/resource.ts';
import type { ShopCard } from '#contract/shop.ts';
import type { Ctx } from '../app/ctx.ts';
import { getItem, itemCards, worksNaming } from '../modules/catalog/index.ts';
import { getShop } from '../modules/shops/index.ts';
import { type ItemScreen, itemScreenAt, itemsBeside } from './item-screen.ts';

const { resource, resource_case, supplier_case, sample } = KINDS;

/** Kinds whose works may name a resource that they used. */
export const CASES_OF_RESOURCES = [resource_case, supplier_case, sample];

/** What the page of a resource shows to everybody: nothing of what it costs. */
export interface ResourceScreen {
  screen: ItemScreen;
  /** Null: its publisher has none. */
  shop: (ShopCard & { owner_id: number }) | null;
  cases: ItemCard[];
  /** Event plans of the same tags. */
  plans: ItemCard[];
}

/** One page of the cases that name a resource, the newest first. */
export async function casesOfResource(ctx: Ctx, of: { resource_id: number; page: number; limit: number }) {
  const { resource_id, page, limit } = of;
  const { ids, total } = await worksNaming(ctx, {
    kinds: CASES_OF_RESOURCES,
    field: 'resource_id',
    id: resource_id,
    offset: (page - 1) * limit,
    limit,
  });
  return { list: await itemCards(ctx, ids), total };
}

/** Null as `itemScreenAt`. */
export async function resourceScreenAt(ctx: Ctx, url: URL): Promise<ResourceScreen | null> {
  const screen = await itemScreenAt(ctx, resource, url);
  const item = screen && (await getItem(ctx, screen.item.id));
  if (!screen || !item) return null;
  const [shop, cases, plans] = await Promise.all([
    item.shop_id === null ? null : getShop(ctx, item.shop_id),
    casesOfResource(ctx, { resource_id: item.id, page: 1, limit: RESOURCE_CASES }),
    itemsBeside(ctx, KINDS.scheme, item, { limit: RESOURCE_PLANS }),
  ]);
  return { screen, shop: shop && { ...shop.card, owner_id: shop.owner_id }, cases: cases.list, plans };
}
