import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { articleDetailOutput, draftVersionBodyOutput, draftVersionOutput } from '#contract/outputs/article.ts';
import { relatedItemOutput } from '#contract/outputs/item.ts';

export const KIND = KINDS.article;
const CALLS = KIND.calls;
const call = callsOf('article');

export const articleCalls = {
  detail: call('GET', CALLS.detail.path, {
    summary: '文章详情：正文（内容树与 HTML）、字数、阅读时间，以及当前读者的收藏、点赞与关注',
    auth: 'optional',
    owned: { id: 'article' },
    input: z.object({ id: idField }),
    output: articleDetailOutput,
  }),
  related: call('GET', CALLS.related.path, {
    summary: '相关文章，翻页即换一批',
    auth: 'none',
    open: { id: 'article' },
    input: z.object({ id: idField, page: pageField, limit: limitField(CALLS.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
  versions: call('GET', '/article/article/versions', {
    summary: '自己文章草稿的历史版本，最新的在前',
    owned: { id: 'article' },
    input: z.object({ id: idField }),
    output: z.strictObject({ list: z.array(draftVersionOutput) }),
  }),
  version: call('GET', '/article/article/version', {
    summary: '一个历史版本的标题、摘要与正文',
    owned: { id: 'article', version_id: 'article_version' },
    input: z.object({ id: idField, version_id: idField }),
    output: draftVersionBodyOutput,
  }),
};
