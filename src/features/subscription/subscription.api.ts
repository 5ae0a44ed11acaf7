import { gateway } from '#client/gateway.ts';
import type { OwnPage } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import { SUBSCRIBE_CALL, SUBSCRIBED_WORKS_CALL, type SubscribeInput, type SubscriptionRow } from '#contract/subscription.ts';

/** Lists show their errors in place. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const postSubscribe = (wish: SubscribeInput) => gateway.post<{ id: number; is_new: boolean }>(SUBSCRIBE_CALL, wish);
export const putCancel = (id: number) => gateway.put<null>(SUBSCRIBE_CALL, { id });
export const fetchSubscriptions = (page: number) =>
  gateway.get<OwnPage<SubscriptionRow>>(SUBSCRIBE_CALL, { page, limit: PER_PAGE }, SILENT);
export const fetchSubscribedWorks = (page: number) =>
  gateway.get<OwnPage<ItemCard>>(SUBSCRIBED_WORKS_CALL, { page, limit: PER_PAGE }, SILENT);
