import { gateway } from '#client/gateway.ts';
import type { ItemImages } from '#contract/download.ts';
import type { ItemDetail, RelatedItem } from '#contract/item.ts';
import type { ItemCalls, RelatedCall } from '#contract/item-calls.ts';
import { PAGES_CALL } from '#contract/shared-calls.ts';

/** Silent: the page is whole without it; whoever needs it shows the failure in place. */
export const fetchDetail = ({ detail }: ItemCalls, id: number) =>
  gateway.get<ItemDetail>(detail.path, { [detail.id]: id }, { silent: true });

export const fetchImages = (id: number, start: number) => gateway.get<ItemImages>(PAGES_CALL, { id, start }, { silent: true });

export const fetchRelated = (call: RelatedCall, id: number, cid: number | null, page: number) =>
  gateway.get<{ list: RelatedItem[] }>(call.path, {
    ...call.with,
    [call.id]: id,
    ...(cid === null ? {} : { cid }),
    [call.page ?? 'page']: page,
    [call.size ?? 'limit']: call.limit,
  });
