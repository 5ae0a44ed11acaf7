import { gateway } from '#client/gateway.ts';
import type { RedemptionState } from '#contract/mall.ts';

/** Tab of the page that stands for all of them. */
export const ALL_REDEMPTIONS = 'orders';

/** What the list loads; `tab` is what its tabs say. */
export const loadRedemptions = ({ tab, page }: { tab: string; page: number }) =>
  gateway('GET /integral/order', { state: tab === ALL_REDEMPTIONS ? '' : (tab as RedemptionState), page, limit: 10 }, { silent: true });
