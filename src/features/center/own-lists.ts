import { toastSuccess } from '#client/toast.ts';
import type { CouponStatus, WalletAccount } from '#contract/center.ts';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { MARK_TEXTS } from '#contract/mark-texts.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { uncollect, unfocus } from '../engagement/engagement.api.ts';
import {
  deleteFootprints,
  fetchCollected,
  fetchCoupons,
  fetchFollowed,
  fetchFootprints,
  fetchLibrary,
  fetchLines,
  fetchSales,
} from './center.api.ts';

export { fetchMoney as fetchSums } from '../wallet/wallet.api.ts';

/** What each list of the personal centre loads; `tab` is what its tabs say. */
export const loadLibrary = ({ tab, q, page }: OwnListQuery) => fetchLibrary(tab, q, page);
export const loadCollected = ({ tab, page }: OwnListQuery) => fetchCollected(tab, page);
/** What is followed, by tab. */
export const FOLLOWED_TABS = ['publisher', 'shop'] as const;
export const loadFollowed = ({ tab, page }: OwnListQuery) => fetchFollowed(tab === 'shop' ? FOCUS_SHOP : FOCUS_USER, page);
export const loadLines = (account: WalletAccount) => (query: OwnListQuery) => fetchLines(account, query.page);
export const loadSales = ({ page }: OwnListQuery) => fetchSales(page);
export const COUPON_TABS = ['unused', 'used', 'ended'] as const;
export const loadCoupons = ({ tab, page }: OwnListQuery) =>
  fetchCoupons(COUPON_TABS.indexOf(tab as (typeof COUPON_TABS)[number]) as CouponStatus, page);

/** @throws ApiError, which the gateway caller has shown */
export async function removeCollected(row: { id: number; type: number }): Promise<void> {
  await uncollect(row.id, row.type);
  toastSuccess(MARK_TEXTS.uncollected);
}

/** @throws ApiError, which the gateway caller has shown */
export async function unfollow({ uid, type }: { uid: number; type: number }): Promise<void> {
  await unfocus(uid, type);
  toastSuccess('取消关注成功');
}

export const HISTORY_SIZE = 20;
export const loadFootprints = (page: number) => fetchFootprints(page, HISTORY_SIZE);

/** @throws ApiError, which the gateway caller has shown */
export async function forgetFootprints(of?: { type: number; rid: number }): Promise<void> {
  await deleteFootprints(of);
  toastSuccess('删除成功');
}
