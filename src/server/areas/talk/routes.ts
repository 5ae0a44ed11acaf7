import { KIND, talkCalls } from '#contract/talk/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { relatedItems } from '../../views/item-screen.ts';

/** Calls of short talks beside those that the row of the kind makes (publishing). */
export const talkEndpoints: Endpoint[] = [
  serve(talkCalls.get_salon_path, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(talkCalls.get_salon_path2, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
    page,
    limit,
  })),
];
