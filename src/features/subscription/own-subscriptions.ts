import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { OwnPage } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import type { SubscriptionRow } from '#contract/subscription.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

/** New works that the reader's subscriptions brought, and the subscriptions themselves. */
export const SUBSCRIPTION_TABS = ['works', 'mine'] as const;
export type SubscribedRow = { work: ItemCard } | { subscription: SubscriptionRow };

export async function loadSubscriptions({ tab, page }: OwnListQuery): Promise<OwnPage<SubscribedRow>> {
  if (tab === 'mine') {
    const mine = await gateway('GET /scheme/index/subscribe', { page, limit: 10 }, { silent: true });
    return { ...mine, list: mine.list.map((subscription) => ({ subscription })) };
  }
  const works = await gateway('GET /scheme/index/subscribe/works', { page, limit: 10 }, { silent: true });
  return { ...works, list: works.list.map((work) => ({ work })) };
}

/** @throws ApiError, which the gateway caller has shown */
export async function endSubscription(id: number): Promise<void> {
  await gateway('PUT /scheme/index/subscribe', { id });
  toastSuccess('已取消订阅');
}
