import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { markGift } from './gifts.ts';
import { countVouchers, findVouchersOf, insertVoucher, takeVoucher, type VoucherRow } from './repo.ts';

/** Vouchers that would open an item of this kind now. */
export async function voucherCount(ctx: Ctx, of: { user_id: number; kind: number }): Promise<number> {
  return countVouchers(ctx.db, of.user_id, of.kind, ctx.app.clock.now());
}

/**
 * Uses the voucher that ends first; one conditional statement. Returns its id, or null when none is left. The caller grants.
 * @throws AppError 409 for a gift that another account of theirs used
 */
export async function redeemVoucher(tx: TxCtx, use: { user_id: number; kind: number; item_id: number }): Promise<number | null> {
  const taken = await takeVoucher(tx.db, use.user_id, use.kind, use.item_id, tx.app.clock.now());
  if (taken) await markGift(tx, { definition_id: taken.definition_id, user_id: use.user_id, coupon_id: null });
  return taken?.id ?? null;
}

/** Gives somebody a voucher for one item of a kind; returns its id. Who may do so is the caller's to decide. */
export async function issueVoucher(ctx: Ctx, voucher: { user_id: number; kind: number; use_end_time: Date }): Promise<number> {
  return inTransaction(ctx, (tx) => insertVoucher(tx.db, { ...voucher, created_at: tx.app.clock.now() }));
}

/** Vouchers of any state, the newest first. */
export function vouchersOf(ctx: Ctx, user_id: number, limit: number): Promise<VoucherRow[]> {
  return findVouchersOf(ctx.db, user_id, limit);
}
