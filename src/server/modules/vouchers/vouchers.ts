import type { CouponStatus } from '#contract/center.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { markGift } from './coupons.ts';
import {
  countOwned,
  countVouchers,
  findOwned,
  findVouchersOf,
  insertVoucher,
  type OwnedRow,
  takeVoucher,
  type VoucherRow,
} from './repo.ts';

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

/** Coupons and vouchers of a person in one status (0 unused, 1 used, 2 ended), with how many there are of each. */
export async function ownedCoupons(
  ctx: Ctx,
  want: { user_id: number; status: CouponStatus; page: number; limit: number },
): Promise<{ rows: OwnedRow[]; counts: Record<CouponStatus, number> }> {
  const now = ctx.app.clock.now();
  const { user_id, status, page, limit } = want;
  const rows = await findOwned(ctx.db, { user_id, status, now, offset: (page - 1) * limit, limit });
  const counts: Record<CouponStatus, number> = { 0: 0, 1: 0, 2: 0 };
  for (const { status, n } of await countOwned(ctx.db, user_id, now)) counts[status] = n;
  return { rows, counts };
}
