import { ORDER_PAID } from '#contract/order.ts';
import { assert } from '../../kernel/assert.ts';
import { type Ctx, inTransaction, requireUser } from '../../kernel/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { decide, grantAccess } from '../access/index.ts';
import { getSaleItem } from '../catalog/index.ts';
import { redeemVoucher } from '../vouchers/index.ts';
import { closeInTransaction } from './close-order.ts';
import { OWNED_TEXT } from './quote-order.ts';
import { findOtherOpen, lockBuyerAndItem } from './repo.ts';

export const NO_VOUCHER_TEXT = '您没有可用的下载券';

/**
 * Opens an item with a voucher (spec 4, Voucher and coupon): takes the one that ends first and grants, in one transaction; an open order
 * of the item is closed with it. Locks buyer and item, then the order's payments, then the order: of a voucher and a payment at the same
 * moment one is taken.
 * @throws AppError 404 not there; 409 with `data.owned` when nothing needs to be opened; code 1 without a voucher
 */
export async function redeemItem(ctx: Ctx, item_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  const item = await getSaleItem(ctx, item_id);
  if (!item) throw notFound();
  const decision = await decide(ctx, item, user_id);
  if (decision.allowed) throw conflict(OWNED_TEXT, { owned: true });
  if (item.status !== 'published') throw notFound();
  await inTransaction(ctx, async (tx) => {
    await lockBuyerAndItem(tx.db, user_id, item_id);
    const open = await findOtherOpen(tx.db, user_id, item_id, 0);
    const had = open === null ? null : await closeInTransaction(tx, open, 'superseded');
    // paid at the same moment, or pressed twice: whoever was first opened the item, and the voucher stays
    if (had === ORDER_PAID || (await decide(tx, item, user_id)).allowed) throw conflict(OWNED_TEXT, { owned: true });
    const voucher_id = await redeemVoucher(tx, { user_id, kind: item.kind, item_id });
    if (voucher_id === null) throw new AppError(NO_VOUCHER_TEXT);
    const fresh = await grantAccess(tx, { user_id, item_id, source: 'voucher', source_id: voucher_id });
    assert(fresh, `user ${user_id} had item ${item_id} by a voucher, and was told that they had not`);
  });
}
