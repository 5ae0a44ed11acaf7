import sharp from 'sharp';
import { FOCUS_SHOP } from '#contract/focus.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { SHOP_PICTURES } from '#contract/shop.ts';
import { type Ctx, inTransaction } from '../app/ctx.ts';
import { setFollowed } from '../modules/engagement/index.ts';
import { addShopViews, grantShop, saveShop, setShopPicture, shopOf } from '../modules/shops/index.ts';
import { newStorageKey } from '../providers/storage/port.ts';
import { asUser, atTime } from './at-time.ts';
import { drawSign } from './avatars.ts';
import { drawPicture } from './pictures/picture.ts';
import { createRandom } from './random.ts';
import { PUBLISHERS } from './world/people.ts';
import { DEMO_SHOPS, type DemoShop } from './world/shops.ts';
import { worldState } from './world-state.ts';

const DAY_MS = 86_400_000;

/** Opens the shops that do not stand yet, each with logo, cover, certificates, followers and reads. Again after a crash goes on. */
export async function openShops(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  for (const [index, shop] of DEMO_SHOPS.entries()) {
    stopping?.throwIfAborted();
    await openShop(ctx, shop, index);
  }
}

async function openShop(ctx: Ctx, shop: DemoShop, index: number): Promise<void> {
  const { people, seed } = await worldState.read(ctx);
  const owner_id = people.publisher_ids[shop.owner] as number;
  // the cover comes last: a shop that has one is complete
  if ((await shopOf(ctx, owner_id))?.card.cover_img) return;
  const now = ctx.app.clock.now();
  const then = new Date(now.getTime() - shop.since_days * DAY_MS);
  const owner = asUser(atTime(ctx, then), owner_id);
  const [province, city] = shop.place;
  const { id, is_new } = await saveShop(owner, {
    ...{ name: shop.name, introduction: shop.introduction, category: shop.category, province, city },
    established: shop.years === null ? '' : String(now.getFullYear() - shop.years),
    ...{ licence: shop.licence, mark: [...shop.mark], company_site: shop.site },
  });
  await inTransaction(ctx, (tx) => grantShop(tx, id, { is_vip: shop.is_vip, is_gold: shop.is_gold, labels: [...shop.labels] }));
  const random = createRandom(71_000 + index);
  const readers = random.some(people.reader_ids, random.between(4, people.reader_ids.length));
  for (const reader_id of readers) await setFollowed(asUser(ctx, reader_id), { type: FOCUS_SHOP, rid: id, on: true });
  if (is_new) await addShopViews(ctx, new Map([[id, readers.length * random.between(12, 40) + random.between(30, 90)]]));
  const colours = PUBLISHERS[shop.owner]?.colours ?? ['#F2502C', '#8F1F08'];
  await setShopPicture(owner, 'logo', await drawSign(ctx, shop.name, colours));
  await setShopPicture(owner, 'cover', await drawCover(ctx, shop, seed * 500 + index));
}

async function drawCover(
  ctx: Ctx,
  { cover: [subject, mood] }: DemoShop,
  seed: number,
): Promise<{ key: string; width: number; height: number }> {
  const { width, height } = SHOP_PICTURES.cover;
  const drawn = await drawPicture({ subject, mood, seed }, width, height);
  const key = newStorageKey();
  for (const step of pictureWidths(width)) {
    const data = await sharp(drawn).resize(step).webp({ quality: 80 }).toBuffer();
    await ctx.app.providers.storage.putPublic(pictureFile(key, step), data);
  }
  return { key, width, height };
}
