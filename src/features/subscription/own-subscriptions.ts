import { toastSuccess } from '#client/toast.ts';
import type { OwnPage } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import type { SubscriptionRow } from '#contract/subscription.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { fetchSubscribedWorks, fetchSubscriptions, putCancel } from './subscription.api.ts';

/** New works that the reader's subscriptions brought, and the subscriptions themselves. */
export const SUBSCRIPTION_TABS = ['works', 'mine'] as const;
export type SubscribedRow = { work: ItemCard } | { subscription: SubscriptionRow };

export async function loadSubscriptions({ tab, page }: OwnListQuery): Promise<OwnPage<SubscribedRow>> {
  if (tab === 'mine') {
    const mine = await fetchSubscriptions(page);
    return { ...mine, list: mine.list.map((subscription) => ({ subscription })) };
  }
  const works = await fetchSubscribedWorks(page);
  return { ...works, list: works.list.map((work) => ({ work })) };
}

/** @throws ApiError, which the gateway caller has shown */
export async function endSubscription(id: number): Promise<void> {
  await putCancel(id);
  toastSuccess('已取消订阅');
}
