import { ORDER_PAID } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { decide, grantAccess } from '../access/index.ts';
import { getSaleItem, kindOf, type SaleItem } from '../catalog/index.ts';
import { supersedeOrder } from '../orders/index.ts';
import { redeemVoucher } from '../vouchers/index.ts';
import { itemSubject } from './item-subject.ts';
import { itemTexts } from './rules.ts';

export const NO_VOUCHER_TEXT = '您没有可用的下载券';

/**
 * Redeems the voucher that ends first for an item (spec 4, Voucher and coupon) and closes its open order, in one transaction. Locks buyer and item,
 * then payments, then the order: of a concurrent voucher and payment one wins.
 * @throws AppError 404 not there; 409 with `data.owned` when nothing needs to be opened; code 1 without a voucher
 */
export async function redeemItem(ctx: Ctx, item_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  const item = await getSaleItem(ctx, item_id);
  if (!item) throw notFound();
  const { owned } = itemTexts(kindOf(item.kind));
  if (await needsNothing(ctx, item, user_id)) throw conflict(owned, { owned: true });
  if (item.status !== 'published') throw notFound();
  await inTransaction(ctx, async (tx) => {
    const had = await supersedeOrder(tx, user_id, { subject: itemSubject.name, subject_id: item_id });
    // paid at the same moment, or pressed twice: the first one opened the item, and the voucher stays
    if (had === ORDER_PAID || (await needsNothing(tx, item, user_id))) throw conflict(owned, { owned: true });
    const voucher_id = await redeemVoucher(tx, { user_id, kind: item.kind, item_id });
    if (voucher_id === null) throw new AppError(NO_VOUCHER_TEXT);
    const fresh = await grantAccess(tx, { user_id, item_id, source: 'voucher', source_id: voucher_id });
    assert(fresh, `user ${user_id} had item ${item_id} by a voucher, and was told that they had not`);
  });
}

/** A free item is open to everybody, but a voucher lifts the daily limit of free downloads for it. */
async function needsNothing(ctx: Ctx, item: SaleItem, user_id: number): Promise<boolean> {
  const decision = await decide(ctx, item, user_id);
  return decision.allowed && decision.right !== 'free';
}
