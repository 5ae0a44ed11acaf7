import { KINDS } from '#contract/kinds.ts';
import { schemeDetailCalls } from '#contract/scheme/detail-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { itemImages } from '../../modules/downloads/index.ts';

export const schemeDetailEndpoints = [
  serve(schemeDetailCalls.detail, (ctx, { id }) => readDetail(ctx, KINDS.scheme, id)),
  serve(schemeDetailCalls.schemeimgs, (ctx, { id, start }) => itemImages(ctx, { item_id: id, start })),
];
