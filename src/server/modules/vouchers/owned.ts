import type { CouponStatus } from '#contract/center.ts';
import type { Ctx } from '../../app/ctx.ts';
import { countOwned, findOwned, type OwnedRow } from './repo.ts';

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
