import { skeletonOf, visibleLine } from '#contract/display-name.ts';
import { checkShop, SHOP_PICTURES, type ShopForm, type ShopPictureSlot } from '#contract/shop.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { AppError, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { bindToShop } from '../catalog/index.ts';
import { refuseOwnName } from '../identity/index.ts';
import { countShopWorks } from './certify-shop.ts';
import { findShopOf, selectCertifiedNames, updateShop, upsertShop } from './repo.ts';
import { yearOf } from './rules.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    'shop.changed': { shop_id: number };
  }
}

/**
 * Opens the caller's shop or changes what it says. What the owner published before of kinds that belong to a shop becomes the shop's.
 * @returns the shop's id
 * @throws AppError code 1 with one message a wrong field
 */
export async function saveShop(ctx: Ctx, typed: ShopForm): Promise<{ id: number; is_new: boolean }> {
  const owner_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const form = tidy(typed);
  const errors = checkShop(form, yearOf(now));
  errors.name ??= (await refuseOwnName(ctx, form.name)) ?? (await refuseCertified(ctx, owner_id, form.name)) ?? undefined;
  if (errors.name === undefined) delete errors.name;
  if (Object.keys(errors).length > 0) throw invalid(errors as Record<string, string>);
  return inTransaction(ctx, async (tx) => {
    const saved = await upsertShop(tx.db, {
      owner_id,
      name: form.name,
      introduction: form.introduction,
      category: form.category as number,
      province: form.province as number,
      city: form.city,
      established: form.established === '' ? null : Number(form.established),
      licence: form.licence,
      marks: form.mark,
      site: form.company_site,
      updated_at: now,
    });
    if (saved.is_new && (await bindToShop(tx, owner_id, saved.id)) > 0) await countShopWorks(tx, saved.id);
    await emit(tx, 'shop.changed', { shop_id: saved.id });
    return saved;
  });
}

/** Null, or why: the name looks like that of another shop that is certified. */
async function refuseCertified(ctx: Ctx, owner_id: number, name: string): Promise<string | null> {
  const skeleton = skeletonOf(name);
  const taken = (await selectCertifiedNames(ctx.db, owner_id)).some((other) => skeletonOf(other) === skeleton);
  return taken && skeleton !== '' ? '这个名字与一家金牌认证店铺太像，请换一个' : null;
}

function tidy(form: ShopForm): ShopForm {
  const mark = form.mark.map((one) => plainText(one).normalize('NFKC').trim()).filter(Boolean);
  return {
    ...form,
    name: visibleLine(plainText(form.name)),
    introduction: plainText(form.introduction),
    established: form.established.normalize('NFKC').trim(),
    licence: form.licence.normalize('NFKC').trim().toUpperCase(),
    mark: [...new Set(mark)],
    company_site: form.company_site.trim(),
  };
}

/** How far the cut may be from the slot's shape: a browser rounds to whole pixels. */
const SHAPE_TOLERANCE = 0.03;

/**
 * Makes a public picture the logo or cover of the caller's shop. The picture before it stays: cached pages still show it.
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
