import { SHOP_LABELS } from '#contract/shop.ts';
import { emit } from '../../db/outbox.ts';
import { type Ctx, inTransaction, requireStaff } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { updateShop } from './repo.ts';

export interface Certificate {
  is_vip: boolean;
  is_gold: boolean;
  /** Keys of SHOP_LABELS. */
  labels: string[];
}

/** Sets what staff grant a shop: crown, gold certificate, labels. @throws AppError 403 for others, 404, code 1 for an unknown label */
export async function certifyShop(ctx: Ctx, shop_id: number, { is_vip, is_gold, labels }: Certificate): Promise<void> {
  requireStaff(ctx, 'operator');
  await grantShop(ctx, shop_id, { is_vip, is_gold, labels });
}

/** The same for machines: the demo world. */
export async function grantShop(ctx: Ctx, shop_id: number, { is_vip, is_gold, labels }: Certificate): Promise<void> {
  if (labels.some((key) => !SHOP_LABELS.some((one) => one.key === key))) throw invalid({ labels: '没有这个标签' });
  await inTransaction(ctx, async (tx) => {
    const found = await updateShop(tx.db, shop_id, { is_vip, is_gold, labels: [...new Set(labels)], updated_at: tx.app.clock.now() });
    if (!found) throw notFound('店铺不存在');
    await emit(tx, 'shop.changed', { shop_id });
  });
}
