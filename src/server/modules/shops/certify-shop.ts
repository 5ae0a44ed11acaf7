import { KINDS } from '#contract/kinds.ts';
import { SHOP_LABELS } from '#contract/shop.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { countWorksOfShop } from '../catalog/index.ts';
import { refuseOwn } from '../countersign/index.ts';
import { addShopViewsRows, addToShop, lockShop, updateShop } from './repo.ts';

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
