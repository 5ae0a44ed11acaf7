import { SHOP_PICTURES, type ShopPictureSlot } from '#contract/shop.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { findShopOf, updateShop } from './repo.ts';

/** How far the cut may be from the slot's shape: a browser rounds to whole pixels. */
const SHAPE_TOLERANCE = 0.03;

/**
 * Makes a public picture the logo or cover of the caller's shop. The picture before it stays: pages that were kept still show it.
 * @throws AppError 404 without a shop, code 1 when the picture has not the slot's shape
 */
export async function setShopPicture(
  ctx: Ctx,
  slot: ShopPictureSlot,
  picture: { key: string; width: number; height: number },
): Promise<void> {
  const { label, width, height } = SHOP_PICTURES[slot];
  if (Math.abs((picture.width * height) / (picture.height * width) - 1) > SHAPE_TOLERANCE) {
    throw new AppError(`${label}的比例应为 ${width}:${height}`);
  }
  await inTransaction(ctx, async (tx) => {
    const shop = await findShopOf(tx.db, requireUser(ctx));
    if (!shop) throw notFound('请先开通店铺');
    await updateShop(tx.db, shop.id, {
      ...(slot === 'logo'
        ? { logo_key: picture.key, logo_width: picture.width, logo_height: picture.height }
        : { cover_key: picture.key, cover_width: picture.width, cover_height: picture.height }),
      updated_at: tx.app.clock.now(),
    });
    await emit(tx, 'shop.changed', { shop_id: shop.id });
  });
}
