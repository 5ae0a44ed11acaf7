import type { RedemptionState } from './mall.api.ts';
import { fetchRedemptions } from './mall.api.ts';

/** Tab of the page that stands for all of them. */
export const ALL_REDEMPTIONS = 'orders';

/** What the list loads; `tab` is what its tabs say. */
export const loadRedemptions = ({ tab, page }: { tab: string; page: number }) =>
  fetchRedemptions(tab === ALL_REDEMPTIONS ? '' : (tab as RedemptionState), page);
