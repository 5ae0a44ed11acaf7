import { z } from 'zod';
import { VERSION_CALL, VERSIONS_CALL } from '#contract/article.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { idField, limitField, pageField } from '../../http/fields.ts';
import { articleDetailOutput, draftVersionBodyOutput, draftVersionOutput } from '../../http/outputs/article.ts';
import { relatedItemOutput } from '../../http/outputs/item.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { draftVersion, draftVersions } from '../../modules/publishing/index.ts';
import { relatedItems } from '../../views/related-items.ts';

const KIND = KINDS.article;
const CALLS = KIND.calls;
const TAG = 'article';

export const articleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: CALLS.detail.path,
    summary: '文章详情：正文（内容树与 HTML）、字数、阅读时间，以及当前读者的收藏、点赞与关注',
    tag: TAG,
    auth: 'optional',
    input: z.object({ id: idField }),
    output: articleDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, KIND, id),
  }),
  endpoint({
    method: 'GET',
    path: CALLS.related.path,
    summary: '相关文章，翻页即换一批',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField, page: pageField, limit: limitField(CALLS.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { id, page, limit }) => ({ list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })), page, limit }),
  }),
  endpoint({
    method: 'GET',
    path: VERSIONS_CALL,
    summary: '自己文章草稿的历史版本，最新的在前',
    tag: TAG,
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ list: z.array(draftVersionOutput) }),
    handle: async (ctx, { id }) => ({ list: await draftVersions(ctx, KIND, id) }),
  }),
  endpoint({
    method: 'GET',
    path: VERSION_CALL,
    summary: '一个历史版本的标题、摘要与正文',
    tag: TAG,
    auth: 'user',
    input: z.object({ id: idField, version_id: idField }),
    owned_ids: ['id'],
    output: draftVersionBodyOutput,
    handle: (ctx, { id, version_id }) => draftVersion(ctx, KIND, id, version_id),
  }),
];
