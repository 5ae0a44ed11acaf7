import { KINDS } from '#contract/kinds.ts';
import { pptCalls } from '#contract/ppt/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { relatedItems } from '../../views/item-screen.ts';

export const pptEndpoints = [
  serve(pptCalls.detail, (ctx, { id }) => readDetail(ctx, KINDS.ppt, id)),
  serve(pptCalls.related, async (ctx, { data_id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KINDS.ppt, { id: data_id, page, limit })),
    page,
    limit,
  })),
];
