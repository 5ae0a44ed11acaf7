import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, limitField, pageField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { relatedItemOutput } from '#contract/outputs/item.ts';
import { resourceDetailOutput } from '#contract/outputs/resource.ts';

const call = callsOf('resource');

export const KIND = KINDS.resource;
const { related } = KIND.calls;

export const resourceCalls = {
  api_path: call('GET', '/api/resource', {
    summary: '资源详情；价格只给登录的读者，访客为 0 且 show_price 为 0',
    auth: 'optional',
    owned: { id: 'resource' },
    input: z.object({ id: idField, platform: wholeNumber('平台无效', 1, 99).optional() }),
    output: resourceDetailOutput,
  }),
  resource_path: call('GET', '/resource/resource/recommend', {
    summary: '推荐资源，size 为每批数量，翻页即换一批',
    auth: 'none',
    open: { id: 'resource' },
    input: z.object({
      id: idField,
      cid: idField.optional(),
      page: pageField,
      size: limitField(related.limit, 24),
      cache: flagField.optional(),
    }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
};
