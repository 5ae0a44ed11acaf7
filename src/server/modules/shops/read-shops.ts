import { skeletonOf, visibleLine } from '#contract/display-name.ts';
import type { Page } from '#contract/envelope.ts';
import { KINDS } from '#contract/kinds.ts';
import {
  checkShop,
  SHOP_LABELS,
  SHOP_PAGE_SIZE,
  SHOP_PICTURES,
  type ShopCard,
  type ShopFilter,
  type ShopForm,
  type ShopOptions,
  type ShopPictureSlot,
} from '#contract/shop.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { bindToShop, countWorksOfShop } from '../catalog/index.ts';
import { refuseOwn } from '../countersign/index.ts';
import { refuseOwnName } from '../identity/index.ts';
import {
  addShopViewsRows,
  addToShop,
  findNamesOf,
  findShopOf,
  findShops,
  lockShop,
  type Shop,
  selectCertifiedNames,
  selectShopEntries,
  selectShopGroups,
  selectShops,
  updateShop,
  upsertShop,
} from './repo.ts';
import { cardOf, countChoices, formOf, yearOf } from './rules.ts';

export interface Certificate {
  is_vip: boolean;
  is_gold: boolean;
  /** Keys of SHOP_LABELS. */
  labels: string[];
}

/** Sets what staff grant a shop: crown, gold certificate, labels. @throws AppError 403 for others, 404, code 1 for an unknown label */
export async function certifyShop(ctx: Ctx, shop_id: number, certificate: Certificate): Promise<void> {
  requireVerb(ctx, 'shop.certify');
  await inTransaction(ctx, async (tx) => {
    await refuseOwn(tx, [(await lockShop(tx.db, shop_id))?.owner_id ?? 0]);
    await grantShop(tx, shop_id, certificate);
    await recordAudit(tx, 'shop.certify', `shop:${shop_id}`, { ...certificate });
  });
}

/** A part of what staff granted: the crown, the gold certificate, or one label. */
export type CertificateChange = Partial<Pick<Certificate, 'is_vip' | 'is_gold'>> & { label?: { key: string; on: boolean } };

/** Changes a part of what staff granted, for a reason. @throws AppError 403 for others, 404, 409 when it is so already */
export async function changeCertificate(tx: TxCtx, shop_id: number, { label, ...marks }: CertificateChange, reason: string): Promise<void> {
  requireVerb(tx, 'shop.certify');
  const shop = await lockShop(tx.db, shop_id);
  if (!shop) throw notFound('店铺不存在');
  await refuseOwn(tx, [shop.owner_id]);
  const { is_vip, is_gold, labels } = shop;
  const others = label ? labels.filter((key) => key !== label.key) : labels;
  const wanted = { is_vip, is_gold, labels: label?.on ? [...others, label.key] : others, ...marks };
  if (wanted.is_vip === is_vip && wanted.is_gold === is_gold && wanted.labels.length === labels.length) throw conflict('店铺已经是这样了');
  await grantShop(tx, shop_id, wanted);
  await recordAudit(tx, 'shop.certify', `shop:${shop_id}`, { ...marks, ...(label ? { [label.key]: label.on } : {}), reason });
}

/** The same for machines: the demo world. */
export async function grantShop(tx: TxCtx, shop_id: number, { is_vip, is_gold, labels }: Certificate): Promise<void> {
  if (labels.some((key) => !SHOP_LABELS.some((one) => one.key === key))) throw invalid({ labels: '没有这个标签' });
  const found = await updateShop(tx.db, shop_id, { is_vip, is_gold, labels: [...new Set(labels)], updated_at: tx.app.clock.now() });
  if (!found) throw notFound('店铺不存在');
  await emit(tx, 'shop.changed', { shop_id });
}

/** Sets the shop's numbers of resources and cases to what is published now. Under the shop's lock, so the last to count is right. */
export async function countShopWorks(ctx: Ctx, shop_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await lockShop(tx.db, shop_id))) return;
    const counts = await countWorksOfShop(tx, shop_id);
    const of = (...codes: number[]) => codes.reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
    await updateShop(tx.db, shop_id, {
      res_num: of(KINDS.resource.code),
      case_num: of(KINDS.resource_case.code, KINDS.supplier_case.code),
    });
  });
}

/** Moves the number of followers, in the transaction that writes or removes the follow. */
export async function addToShopFollowers(tx: TxCtx, shop_id: number, delta: 1 | -1): Promise<void> {
  await addToShop(tx.db, shop_id, 'focus_num', delta);
}

/** Adds reads of shop pages, by id, in one statement; unknown ids change nothing. */
export async function addShopViews(ctx: Ctx, views: ReadonlyMap<number, number>): Promise<void> {
  await addShopViewsRows(ctx.db, [...views.keys()], [...views.values()]);
}

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
