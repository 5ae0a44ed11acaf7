import { gateway } from '#client/gateway.ts';
import type { ItemCalls, RelatedCall } from '#contract/item-calls.ts';

/** Silent: the page is whole without it; its callers show the failure in place. */
export const fetchDetail = ({ detail }: ItemCalls, id: number) =>
  gateway('GET kind/detail', { [detail.id]: id }, { silent: true, at: detail.path });

export const fetchImages = (id: number, start: number) => gateway('GET /scheme/index/schemeimgs', { id, start }, { silent: true });

export const fetchRelated = (call: RelatedCall, id: number, cid: number | null, page: number) =>
  gateway(
    'GET kind/related',
    { ...call.with, [call.id]: id, ...(cid === null ? {} : { cid }), [call.page ?? 'page']: page, [call.size ?? 'limit']: call.limit },
    { at: call.path },
  );
