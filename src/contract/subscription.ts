import type { ItemFilter } from './item.ts';

export type { SubscriptionRow } from './outputs/notice.ts';

/** Subscriptions of one reader; more would drown what they want to read. */
export const SUBSCRIPTIONS_MAX = 50;

/** POST /scheme/index/subscribe: new works of a kind that this filter of its list, or this search, finds. */
export interface SubscribeInput extends Pick<ItemFilter, 'cid' | 'cid2' | 'tag' | 'terms' | 'price' | 'format' | 'keyword'> {
  /** Key of the kind. */
  kind: string;
}
