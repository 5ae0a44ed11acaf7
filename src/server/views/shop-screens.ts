import { FOCUS_SHOP } from '#contract/focus.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import {
  type LinkedResource,
  SHOP_TAB_CASES,
  SHOP_TAB_RESOURCES,
  SHOP_WORKS_PAGE_SIZE,
  type ShopCard,
  type ShopInfo,
  type ShopScreen,
} from '#contract/shop.ts';
import { type Ctx, userId } from '../app/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import {
  allKinds,
  countWorksOfShop,
  getItem,
  type Item,
  itemCards,
  itemDetails,
  type OwnFieldsOf,
  worksOfShop,
} from '../modules/catalog/index.ts';
import { followState } from '../modules/engagement/index.ts';
import { getShop } from '../modules/shops/index.ts';
import { type ItemScreen, itemScreenAt } from './item-screen.ts';

const TAB_KINDS: ReadonlyMap<number, readonly string[]> = new Map([
  [SHOP_TAB_RESOURCES, [KINDS.resource.key]],
  [SHOP_TAB_CASES, [KINDS.supplier_case.key, KINDS.resource_case.key]],
]);

function kindsOfTab(tab: number): KindFacts[] {
  return allKinds().filter(({ key }) => TAB_KINDS.get(tab)?.includes(key));
}

/** The shop with what this reader has of it. @throws AppError 404 */
export async function shopInfo(ctx: Ctx, shop_id: number): Promise<ShopInfo> {
  const shop = await getShop(ctx, shop_id);
  if (!shop) throw notFound('店铺不存在');
  const { is_follow } = userId(ctx) === null ? { is_follow: 0 as const } : await followState(ctx, { rid: shop_id, type: FOCUS_SHOP });
  return { ...shop.card, owner_id: shop.owner_id, is_follow, is_focus: is_follow };
}

/**
 * The page of a shop with one page of what it published, the newest first, clamped to its last page; null for an unknown id. Without a wanted
 * tab: resources, or cases where there are no resources.
 */
export async function shopScreen(ctx: Ctx, shop_id: number, wanted: { tab: number; page: number }): Promise<ShopScreen | null> {
  const shop = await getShop(ctx, shop_id);
  if (!shop) return null;
  const counts = await countWorksOfShop(ctx, shop_id);
  const totalOf = (tab: number) => kindsOfTab(tab).reduce((sum, { code }) => sum + (counts.get(code) ?? 0), 0);
  const usual = totalOf(SHOP_TAB_RESOURCES) > 0 ? SHOP_TAB_RESOURCES : SHOP_TAB_CASES;
  const tab = TAB_KINDS.has(wanted.tab) ? wanted.tab : usual;
  const limit = SHOP_WORKS_PAGE_SIZE;
  const total = totalOf(tab);
  const page = Math.min(wanted.page, Math.max(1, Math.ceil(total / limit)));
  const ids = total === 0 ? [] : await worksOfShop(ctx, { shop_id, kinds: kindsOfTab(tab), offset: (page - 1) * limit, limit });
  const tabs = [SHOP_TAB_RESOURCES, SHOP_TAB_CASES].map((key) => ({ key, total: totalOf(key) }));
  return { shop: shop.card, owner_id: shop.owner_id, tab, tabs, works: { list: await itemCards(ctx, ids), total, page, limit } };
}

/** What the page of a case shows to everybody. */
export interface CaseScreen {
  screen: ItemScreen;
  /** Null: its publisher has none any more. */
  shop: (ShopCard & { owner_id: number }) | null;
  resource: LinkedResource | null;
  /** The newest open job of the shop; null: it is not hiring. */
  job: { id: number; title: string } | null;
}

/** The page of a case: the item with its shop and the resource that it names. Null as `itemScreenAt`. */
export async function caseScreenAt(ctx: Ctx, kind: KindFacts, url: URL): Promise<CaseScreen | null> {
  const screen = await itemScreenAt(ctx, kind, url);
  const item = screen && (await getItem(ctx, screen.item.id));
  if (!screen || !item) return null;
  const [shop, resource, job] = await Promise.all([
    item.shop_id === null ? null : getShop(ctx, item.shop_id),
    linkedResource(ctx, item, null),
    newestJob(ctx, item.shop_id),
  ]);
  return { screen, shop: shop && { ...shop.card, owner_id: shop.owner_id }, resource, job };
}

/** The newest open job of a shop: where a case leads readers who would work there (CP36). */
async function newestJob(ctx: Ctx, shop_id: number | null): Promise<{ id: number; title: string } | null> {
  if (shop_id === null) return null;
  const [card] = await itemCards(ctx, await worksOfShop(ctx, { shop_id, kinds: [KINDS.job], offset: 0, limit: 1 }));
  return card ? { id: card.id, title: card.title } : null;
}

/** The published resource that a case names; prices are for readers who are signed in. */
export async function linkedResource(ctx: Ctx, item: Item, user_id: number | null): Promise<LinkedResource | null> {
  const named = (await itemDetails<OwnFieldsOf>(ctx, item))?.fields['resource_id'];
  if (typeof named !== 'number') return null;
  const [card] = await itemCards(ctx, [named]);
  if (card?.kind !== KINDS.resource.key) return null;
  const cover = card.cover?.src ?? '';
  const shown: LinkedResource = { id: card.id, rid: card.id, title: card.title, show_image: cover, cover_url: cover };
  if (user_id === null) return shown;
  return { ...shown, ...(await resourcePrice(ctx, card.id)) };
}

/** What a resource costs, yuan; 0: to be asked. `price_max` is above the price or 0. Only for readers who are signed in. */
export async function resourcePrice(ctx: Ctx, resource_id: number): Promise<{ price: number; price_max: number }> {
  const { fields } = (await itemDetails<OwnFieldsOf>(ctx, { id: resource_id, kind: KINDS.resource.code })) ?? { fields: {} };
  const yuan = (key: string) => Number(fields[key] ?? 0) || 0;
  const [price, most] = [yuan('price'), yuan('price_max')];
  return { price, price_max: most > price ? most : 0 };
}
