import type { Page } from '#contract/envelope.ts';
import { SHOP_PAGE_SIZE, type ShopCard, type ShopFilter, type ShopForm, type ShopOptions } from '#contract/shop.ts';
import type { Ctx } from '../../app/ctx.ts';
import { findNamesOf, findShopOf, findShops, type Shop, selectShopEntries, selectShopGroups, selectShops } from './repo.ts';
import { cardOf, countChoices, formOf } from './rules.ts';

/** What everybody sees of the shops, by id; unknown ids are absent. */
export async function shopCards(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ShopCard>> {
  const rows = await findShops(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((shop) => [shop.id, cardOf(shop, ctx.app.clock.now())]));
}

/** The same as cards of works name them. */
export async function shopsOfCards(ctx: Ctx, ids: readonly number[]): Promise<Map<number, { id: number; name: string; gold: 0 | 1 }>> {
  const rows = await findShops(ctx.db, [...new Set(ids)]);
  return new Map(rows.map(({ id, name, is_gold }) => [id, { id, name, gold: is_gold ? 1 : 0 }]));
}

/** A shop with its owner; null for an unknown id. */
export async function getShop(ctx: Ctx, id: number): Promise<{ card: ShopCard; owner_id: number } | null> {
  const shop = (await findShops(ctx.db, [id]))[0];
  return shop ? { card: cardOf(shop, ctx.app.clock.now()), owner_id: shop.owner_id } : null;
}

/** The shop that this user owns, as a card and as its form; null: none. */
export async function shopOf(ctx: Ctx, owner_id: number): Promise<{ id: number; card: ShopCard; form: ShopForm } | null> {
  const shop: Shop | null = await findShopOf(ctx.db, owner_id);
  return shop ? { id: shop.id, card: cardOf(shop, ctx.app.clock.now()), form: formOf(shop) } : null;
}

/** Names of the shops of these owners, by owner; who has none is absent. */
export function shopNamesOf(ctx: Ctx, owner_ids: readonly number[]): Promise<Map<number, string>> {
  return findNamesOf(ctx.db, [...new Set(owner_ids)]);
}

/** One page of the shops that pass the filter, clamped to the last page. */
export async function listShops(ctx: Ctx, filter: ShopFilter): Promise<Page<ShopCard>> {
  const limit = SHOP_PAGE_SIZE;
  const now = ctx.app.clock.now();
  const wanted = filter.page ?? 1;
  const read = (page: number) => selectShops(ctx.db, { filter, offset: (page - 1) * limit, limit });
  const first = await read(wanted);
  const last = Math.max(1, Math.ceil(first.total / limit));
  const { rows, total } = wanted > last ? await read(last) : first;
  return { list: rows.map((shop) => cardOf(shop, now)), total, page: Math.min(wanted, last), limit };
}

/** Ids with the time of their last change, at most `limit`, in the order of ids. */
export async function shopEntries(ctx: Ctx, limit: number): Promise<Array<{ id: number; updated_at: Date }>> {
  return selectShopEntries(ctx.db, limit);
}

/** How many shops each choice of the list would show, with everything else that is chosen. */
export async function shopOptions(ctx: Ctx, filter: ShopFilter): Promise<ShopOptions> {
  return countChoices(await selectShopGroups(ctx.db), filter);
}
