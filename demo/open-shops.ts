import { FOCUS_SHOP } from '#contract/focus.ts';
import { pictureFile } from '#contract/picture.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { setFollowed } from '#server/modules/engagement/index.ts';
import { addShopViews, grantShop, saveShop, setShopPicture, shopOf } from '#server/modules/shops/index.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import { asUser, atTime } from './at-time.ts';
import { drawSign } from './avatars.ts';
import type { Draw } from './grow.ts';
import { createRandom } from './random.ts';
import { PUBLISHERS } from './world/people.ts';
import { DEMO_SHOPS, type DemoShop } from './world/shops.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;

/** Opens the shops that do not stand yet, each with logo, cover and certificates. Again after a crash goes on. */
export async function openShops(ctx: Ctx, draw: Draw, stopping?: AbortSignal): Promise<void> {
  for (const [index, shop] of DEMO_SHOPS.entries()) {
    stopping?.throwIfAborted();
    await openShop(ctx, shop, index, draw);
  }
}

/** Who follows and reads the shops that stand. Again after a crash goes on. */
export async function readShops(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  for (const [index, { owner }] of DEMO_SHOPS.entries()) {
    stopping?.throwIfAborted();
    const name = `read: shop-${index}`;
    const { people, made } = await worldState.read(ctx);
    const shop = await shopOf(ctx, people.publisher_ids[owner] as number);
    if (!shop || made.includes(name)) continue;
    const random = createRandom(71_000 + index);
    const readers = random.some(people.reader_ids, random.between(4, people.reader_ids.length));
    for (const reader_id of readers) await setFollowed(asUser(ctx, reader_id), { type: FOCUS_SHOP, rid: shop.id, on: true });
    await inTransaction(ctx, async (tx) => {
      await noteMade(tx, name);
      await addShopViews(tx, new Map([[shop.id, readers.length * random.between(12, 40) + random.between(30, 90)]]));
    });
  }
}

/** The covers that are drawn for a world, by the key under which they are asked for. */
export const shopDrawings = (seed: number) =>
  DEMO_SHOPS.map(({ cover: [subject, mood] }, index) => ({
    key: `shop-${index}`,
    wish: { picture: { subject, mood, seed: seed * 500 + index }, width: COVER_WIDTH, height: COVER_WIDTH / 3 },
  }));

/** As wide as other pictures of the demo, in the shape of a cover. */
const COVER_WIDTH = 960;

async function openShop(ctx: Ctx, shop: DemoShop, index: number, draw: Draw): Promise<void> {
  const { people, seed } = await worldState.read(ctx);
  const owner_id = people.publisher_ids[shop.owner] as number;
  // the cover comes last: a shop that has one is complete
  if ((await shopOf(ctx, owner_id))?.card.cover_img) return;
  const now = ctx.app.clock.now();
  const then = new Date(now.getTime() - shop.since_days * DAY_MS);
  const owner = asUser(atTime(ctx, then), owner_id);
  const [province, city] = shop.place;
  const { id } = await saveShop(owner, {
    ...{ name: shop.name, introduction: shop.introduction, category: shop.category, province, city },
    established: shop.years === null ? '' : String(now.getFullYear() - shop.years),
    ...{ licence: shop.licence, mark: [...shop.mark], company_site: shop.site },
  });
  await inTransaction(ctx, (tx) => grantShop(tx, id, { is_vip: shop.is_vip, is_gold: shop.is_gold, labels: [...shop.labels] }));
  const colours = PUBLISHERS[shop.owner]?.colours ?? ['#F2502C', '#8F1F08'];
  await setShopPicture(owner, 'logo', await drawSign(ctx, shop.name, colours));
  await setShopPicture(owner, 'cover', await keepCover(ctx, draw, shopDrawings(seed)[index] as ShopDrawing));
}

type ShopDrawing = ReturnType<typeof shopDrawings>[number];

async function keepCover(ctx: Ctx, draw: Draw, { key: told, wish }: ShopDrawing): Promise<{ key: string; width: number; height: number }> {
  const { series: [drawn] = [] } = await draw({ key: told }, wish);
  if (!drawn) throw new Error('the cover of a shop was not drawn');
  const key = newStorageKey();
  for (const { width, data } of drawn.pictures) await ctx.app.providers.storage.putPublic(pictureFile(key, width), data);
  return { key, width: drawn.width, height: drawn.height };
}
