import { KIND, resourceCalls } from '#contract/resource/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { relatedItems } from '../../views/related-items.ts';

/** Calls of resources beside those that the row of the kind makes (publishing). Calling a supplier comes with the paid release. */
export const resourceEndpoints: Endpoint[] = [
  serve(resourceCalls.api_path, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(resourceCalls.resource_path, async (ctx, { id, cid, page, size }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, ...(cid === undefined ? {} : { cid }), page, limit: size })),
    page,
    limit: size,
  })),
];
