import { ApiError } from '#client/api-error.ts';
import { ASIDE, gateway } from '#client/gateway.ts';

/** As many as the specification asks for at once (spec 7, list of claimable coupons). */
const PAGE = 10;

/**
 * Claims the membership coupons of this type that are given without a press (spec 4: only scheme and all-site memberships have some). A
 * coupon that cannot be claimed is left: the purchase goes on without it.
 */
export async function claimByItself(type: number): Promise<void> {
  try {
    const { list } = await gateway('GET /api/coupon/index', { use: 'membership', type, limit: PAGE }, ASIDE);
    const wanted = list.filter(({ auto_get, is_have2 }) => auto_get === 1 && is_have2 === 0);
    await Promise.all(wanted.map(({ id }) => gateway('POST /api/coupon/index', { id }, ASIDE)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
