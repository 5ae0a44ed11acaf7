import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { idField, limitField, pageField } from '../../http/fields.ts';
import { relatedItemOutput } from '../../http/outputs/item.ts';
import { talkDetailOutput } from '../../http/outputs/talk.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { relatedItems } from '../../views/related-items.ts';

const KIND = KINDS.talk;
const { detail, related } = KIND.calls;

/** Calls of short talks beside those that the row of the kind makes (publishing). */
export const talkEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: detail.path,
    summary: '短分享详情：讲者、视频、章节与来自哪一场沙龙',
    tag: 'talk',
    auth: 'optional',
    input: z.object({ id: idField }),
    output: talkDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, KIND, id),
  }),
  endpoint({
    method: 'GET',
    path: related.path,
    summary: '相似的短分享，翻页即换一批',
    tag: 'talk',
    auth: 'none',
    input: z.object({ id: idField, page: pageField, limit: limitField(related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { id, page, limit }) => ({
      list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
      page,
      limit,
    }),
  }),
];
