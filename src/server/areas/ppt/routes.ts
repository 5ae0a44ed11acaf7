import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { endpoint } from '../../http/endpoint.ts';
import { idField, limitField, pageField } from '../../http/fields.ts';
import { pptDetailOutput, relatedItemOutput } from '../../http/outputs/item.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { relatedItems } from '../../views/related-items.ts';

const CALLS = KINDS.ppt.calls;

export const pptEndpoints = [
  endpoint({
    method: 'GET',
    path: CALLS.detail.path,
    summary: 'PPT 模板详情，以及当前读者的权限',
    tag: 'ppt',
    auth: 'optional',
    input: z.object({ id: idField }),
    output: pptDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, KINDS.ppt, id),
  }),
  endpoint({
    method: 'GET',
    path: CALLS.related.path,
    summary: '相似模板，翻页即换一批',
    tag: 'ppt',
    auth: 'none',
    input: z.object({ data_id: idField, page: pageField, limit: limitField(CALLS.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { data_id, page, limit }) => ({
      list: relatedItems(await recommendItems(ctx, KINDS.ppt, { id: data_id, page, limit })),
      page,
      limit,
    }),
  }),
];
