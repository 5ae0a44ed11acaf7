import type { KindFacts, KindKey } from './kinds.ts';

/** A call of the gateway and the name of the parameter that holds the item's id. */
export interface ItemCall {
  path: string;
  id: string;
}

/** The calls of the specification that the detail page of a kind makes. */
export interface ItemCalls {
  detail: ItemCall;
  /** Items of the kind like this one; the number of cards a batch. */
  related: ItemCall & { limit: number };
  /** GET asks, POST takes; both by `id`. */
  download: string;
}

export const ITEM_CALLS = {
  scheme: {
    detail: { path: '/scheme/index/detail', id: 'id' },
    related: { path: '/scheme/index/recommend', id: 'id', limit: 6 },
    download: '/scheme/index/downloadurl',
  },
  ppt: {
    detail: { path: '/scheme/ppt/detail', id: 'id' },
    related: { path: '/scheme/ppt/pptRelate', id: 'data_id', limit: 2 },
    download: '/scheme/ppt/downloadurl',
  },
} as const satisfies Partial<Record<KindKey, ItemCalls>>;

/** The calls of a kind; one that has none of its own is asked for as schemes are. */
export function itemCalls({ key }: Pick<KindFacts, 'key'>): ItemCalls {
  return (ITEM_CALLS as Readonly<Record<string, ItemCalls>>)[key] ?? ITEM_CALLS.scheme;
}

/** Page pictures and vouchers of a kind's items are asked for by calls that schemes and PPTs share (spec 7). */
export const PAGES_CALL = '/scheme/index/schemeimgs';
export const VOUCHER_CALL = '/scheme/scheme/voucher';
