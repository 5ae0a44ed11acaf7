import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { refreshUser } from '#client/refresh-user.ts';
import type { RedemptionState } from '#contract/mall.ts';

export type RedemptionAct = 'cancel' | 'receive' | 'return' | 'parcel';

/** Does it; null when it is done, else what is to be said. */
export async function actOnRedemption(act: RedemptionAct, id: number, reason: string): Promise<string | null> {
  try {
    if (act === 'cancel') await gateway('POST /integral/order/cancel', { id }, { silent: true });
    else if (act === 'receive') await gateway('POST /integral/order/receive', { id }, { silent: true });
    else if (act === 'parcel') await gateway('POST /integral/order/return', { id, parcel: reason }, { silent: true });
    else await gateway('POST /integral/order/return', { id, reason }, { silent: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
  await refreshUser();
  return null;
}

/** Tab of the page that stands for all of them. */
export const ALL_REDEMPTIONS = 'orders';

/** What the list loads; `tab` is what its tabs say. */
export const loadRedemptions = ({ tab, page }: { tab: string; page: number }) =>
  gateway('GET /integral/order', { state: tab === ALL_REDEMPTIONS ? '' : (tab as RedemptionState), page, limit: 10 }, { silent: true });
