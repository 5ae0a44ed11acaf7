import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { SHOP_PICTURE_MAX_BYTES, SHOP_PICTURES, type ShopPictureSlot } from '#contract/shop.ts';
import { emit } from '../../db/outbox.ts';
import { type Ctx, inTransaction, requireUser } from '../../kernel/ctx.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { DocumentError } from '../../providers/document/port.ts';
import { newStorageKey } from '../../providers/storage/port.ts';
import { findShopOf, lockShop, updateShop } from './repo.ts';

/** How far the cut may be from the slot's shape: a browser rounds to whole pixels. */
const SHAPE_TOLERANCE = 0.03;

/**
 * Takes a cut-out picture as logo or cover of the caller's shop; the one before is removed after the commit.
 * @throws AppError 404 without a shop, 413 above SHOP_PICTURE_MAX_BYTES, code 1 for what is no picture or not of the slot's shape
 */
export async function setShopPicture(ctx: Ctx, slot: ShopPictureSlot, data: Uint8Array): Promise<void> {
  const owner_id = requireUser(ctx);
  if (data.byteLength > SHOP_PICTURE_MAX_BYTES) throw new AppError('图片最大 5 MB', { status: 413 });
  const shop = await findShopOf(ctx.db, owner_id);
  if (!shop) throw notFound('请先开通店铺');
  const { storage, documents } = ctx.app.providers;
  const drawn = await storage.withScratch(async (folder) => {
    const path = join(folder, 'picture');
    await writeFile(path, data);
    return documents.pictures(path, owner_id).catch((error: unknown) => {
      throw error instanceof DocumentError ? new AppError(error.message) : error;
    });
  });
  const { label, width, height } = SHOP_PICTURES[slot];
  const wanted = width / height;
  if (Math.abs(drawn.width / drawn.height / wanted - 1) > SHAPE_TOLERANCE) throw new AppError(`${label}的比例应为 ${width}:${height}`);
  const key = newStorageKey();
  for (const picture of drawn.pictures) await storage.putPublic(pictureFile(key, picture.width), picture.data);
  await inTransaction(ctx, async (tx) => {
    const now = await lockShop(tx.db, shop.id);
    if (!now) throw notFound('请先开通店铺');
    const before = slot === 'logo' ? { key: now.logo_key, width: now.logo_width } : { key: now.cover_key, width: now.cover_width };
    await updateShop(tx.db, shop.id, {
      ...(slot === 'logo'
        ? { logo_key: key, logo_width: drawn.width, logo_height: drawn.height }
        : { cover_key: key, cover_width: drawn.width, cover_height: drawn.height }),
      updated_at: tx.app.clock.now(),
    });
    await emit(tx, 'shop.changed', { shop_id: shop.id });
    if (before.key === '') return;
    const gone = pictureWidths(before.width).map((step) => pictureFile(before.key, step));
    tx.afterCommit(() => storage.removePublic(gone));
  });
}
