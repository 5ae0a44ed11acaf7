import { type Ctx, inTransaction, requireUser } from '../../kernel/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { decide, grantAccess } from '../access/index.ts';
import { getSaleItem } from '../catalog/index.ts';
import { redeemVoucher } from '../vouchers/index.ts';
import { closeInTransaction } from './close-order.ts';
import { OWNED_TEXT } from './quote-order.ts';
import { findOtherOpen } from './repo.ts';

export const NO_VOUCHER_TEXT = '您没有可用的下载券';

/**
 * Opens an item with a voucher (spec 4, Voucher and coupon): takes the one that ends first and grants, in one transaction; an open order
 * of the item is closed with it.
 * @throws AppError 404 not there; 409 with `data.owned` when nothing needs to be opened; code 1 without a voucher
 */
export async function redeemItem(ctx: Ctx, item_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  const item = await getSaleItem(ctx, item_id);
  if (!item) throw notFound();
  const decision = await decide(ctx, item, user_id);
  // a free item needs no voucher, but one lifts the daily limit of free downloads for it
  if (decision.allowed && decision.right !== 'free') throw conflict(OWNED_TEXT, { owned: true });
  if (item.status !== 'published') throw notFound();
  await inTransaction(ctx, async (tx) => {
    const voucher_id = await redeemVoucher(tx, { user_id, kind: item.kind, item_id });
    if (voucher_id === null) throw new AppError(NO_VOUCHER_TEXT);
    // two presses at once: the second finds the grant and gives its voucher back with the transaction
    const fresh = await grantAccess(tx, { user_id, item_id, source: 'voucher', source_id: voucher_id });
    if (!fresh) throw conflict(OWNED_TEXT, { owned: true });
    const open = await findOtherOpen(tx.db, user_id, item_id, 0);
    if (open !== null) await closeInTransaction(tx, open, 'superseded');
  });
}
