import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { CouponStatus, WalletAccount } from '#contract/center.ts';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { MARK_TEXTS } from '#contract/mark-texts.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

export { fetchMoney as fetchSums } from '../wallet/wallet.api.ts';

const PER_PAGE = 10;

/** What each list of the personal centre loads; `tab` is what its tabs say. */
export const loadLibrary = ({ tab, q, page }: OwnListQuery) =>
  gateway('GET /user/library', { kind: tab, q, page, limit: PER_PAGE }, { silent: true });
export const loadChanges = (id: number) => gateway('GET /user/library/changes', { id }, { silent: true });
export const loadCollected = ({ tab, page }: OwnListQuery) =>
  gateway('GET /user/collect', { kind: tab, page, limit: PER_PAGE }, { silent: true });
/** What is followed, by tab. */
export const FOLLOWED_TABS = ['publisher', 'shop'] as const;
export const loadFollowed = ({ tab, page }: OwnListQuery) =>
  gateway('GET /user/focus', { type: tab === 'shop' ? FOCUS_SHOP : FOCUS_USER, page, limit: PER_PAGE }, { silent: true });
export const loadLines = (account: WalletAccount) => (query: OwnListQuery) =>
  gateway('GET /user/balance/lines', { account, page: query.page, limit: PER_PAGE }, { silent: true });
export const loadSales = ({ page }: OwnListQuery) => gateway('GET /user/sales', { page, limit: PER_PAGE }, { silent: true });
export const COUPON_TABS = ['unused', 'used', 'ended'] as const;
export const loadCoupons = ({ tab, page }: OwnListQuery) =>
  gateway(
    'GET /user/coupon/mine',
    { status: COUPON_TABS.indexOf(tab as (typeof COUPON_TABS)[number]) as CouponStatus, page, limit: PER_PAGE },
    { silent: true },
  );

/** @throws ApiError, which the gateway caller has shown */
export async function removeCollected(row: { id: number; type: number }): Promise<void> {
  await gateway('DELETE /api/tools/collect', { rid: row.id, type: row.type });
  toastSuccess(MARK_TEXTS.uncollected);
}

/** @throws ApiError, which the gateway caller has shown */
export async function unfollow({ uid, type }: { uid: number; type: number }): Promise<void> {
  await gateway('DELETE /api/tools/focus', { rid: uid, type });
  toastSuccess('取消关注成功');
}

export const HISTORY_SIZE = 20;
export const loadFootprints = (page: number) => gateway('GET /footprint/index', { page, size: HISTORY_SIZE }, { silent: true });

/** @throws ApiError, which the gateway caller has shown */
export async function forgetFootprints(of?: { type: number; rid: number }): Promise<void> {
  await gateway('DELETE /footprint/index', { ...of });
  toastSuccess('删除成功');
}
