import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, pageField, wholeNumber } from '../../http/fields.ts';
import { relatedItemOutput } from '../../http/outputs/item.ts';
import { resourceDetailOutput } from '../../http/outputs/resource.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { relatedItems } from '../../views/related-items.ts';

const KIND = KINDS.resource;
const { detail, related } = KIND.calls;

/** Calls of resources beside those that the row of the kind makes (publishing). Calling a supplier comes with the paid release. */
export const resourceEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: detail.path,
    summary: '资源详情；价格只给登录的读者，访客为 0 且 show_price 为 0',
    tag: 'resource',
    auth: 'optional',
    input: z.object({ id: idField, platform: wholeNumber('平台无效', 1, 99).optional() }),
    output: resourceDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, KIND, id),
  }),
  endpoint({
    method: 'GET',
    path: related.path,
    summary: '推荐资源，size 为每批数量，翻页即换一批',
    tag: 'resource',
    auth: 'none',
    input: z.object({
      id: idField,
      cid: idField.optional(),
      page: pageField,
      size: limitField(related.limit, 24),
      cache: flagField.optional(),
    }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { id, cid, page, size }) => ({
      list: relatedItems(await recommendItems(ctx, KIND, { id, ...(cid === undefined ? {} : { cid }), page, limit: size })),
      page,
      limit: size,
    }),
  }),
];
