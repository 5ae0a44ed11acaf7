import { z } from 'zod';
import { SUGGESTION_GROUPS, type SuggestionGroup } from '#contract/suggestion.ts';
import { endpoint } from '../../http/endpoint.ts';
import { idField, noInput, textField, wholeNumber } from '../../http/fields.ts';
import { said } from '../../http/said.ts';
import { forgetSearches, hotWordPressed, leaveWish, recentSearches, rememberSearch } from '../../modules/search/index.ts';
import { hotWords } from '../../views/hot-words.ts';
import { suggestionsView } from '../../views/suggestions.ts';

export const searchEndpoints = [
  endpoint({
    method: 'GET',
    path: '/index/search/hotSearch',
    summary: '大家都在搜',
    tag: 'search',
    auth: 'none',
    input: noInput,
    // type 3: schemes
    output: z.array(z.strictObject({ type: z.number(), rid: z.int(), id: z.int(), word: z.string() })),
    handle: async (ctx) => (await hotWords(ctx)).map((word) => ({ ...word, type: 3, rid: 0 })),
  }),
  endpoint({
    method: 'POST',
    path: '/index/search/hotClick',
    summary: '记录一次热词点击：id 为热词编号；运营设置的词编号为 0，用 word 说明',
    tag: 'search',
    auth: 'none',
    input: z.object({ id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0), word: textField('热词', 20).default('') }),
    limit: { points: 60, window_s: 60 },
    output: z.null(),
    handle: async (ctx, input) => {
      await hotWordPressed(ctx, input);
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/index/search/suggest',
    summary: '输入时的联想，最多 8 条：搜索词（按开头、拼音或首字母）、缩小范围、作品与发布者',
    tag: 'search',
    auth: 'none',
    input: z.object({ keyword: textField('关键词', 50).default('') }),
    limit: { points: 600, window_s: 60 },
    output: z.array(
      z.strictObject({
        group: z.enum(Object.keys(SUGGESTION_GROUPS) as [SuggestionGroup, ...SuggestionGroup[]]),
        ...{ text: z.string(), href: z.string().optional(), note: z.string().optional() },
      }),
    ),
    handle: (ctx, { keyword }) => suggestionsView(ctx, keyword),
  }),
  endpoint({
    method: 'GET',
    path: '/index/search/recentSearch',
    summary: '最近搜索',
    tag: 'search',
    auth: 'user',
    input: z.object({ type: wholeNumber('数值无效', 0, 99).optional() }),
    output: z.array(z.strictObject({ id: z.int(), word: z.string() })),
    handle: (ctx) => recentSearches(ctx),
  }),
  endpoint({
    method: 'POST',
    path: '/index/search/recentSearch',
    summary: '记住一个搜索词',
    tag: 'search',
    auth: 'user',
    input: z.object({ keyword: textField('关键词', 60, 1) }),
    limit: { points: 60, window_s: 60 },
    output: z.array(z.strictObject({ id: z.int(), word: z.string() })),
    handle: async (ctx, { keyword }) => {
      await rememberSearch(ctx, keyword);
      return recentSearches(ctx);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/index/search/hideMySearch',
    summary: '清除最近搜索；带 id 只清除一条',
    tag: 'search',
    auth: 'user',
    input: z.object({ id: idField.optional() }),
    output: z.null(),
    handle: async (ctx, { id }, c) => {
      await forgetSearches(ctx, id ?? null);
      return said(c, '删除成功');
    },
  }),
  endpoint({
    method: 'POST',
    path: '/index/search/wish',
    summary: '没有搜到时登记需求，由工作人员帮忙找',
    tag: 'search',
    auth: 'user',
    input: z.object({ keyword: textField('关键词', 60, 1), content: textField('需求说明', 300, 5) }),
    limit: { points: 20, window_s: 60 },
    output: z.null(),
    handle: async (ctx, wish, c) => {
      await leaveWish(ctx, wish);
      return said(c, '已登记，我们会尽快帮您找');
    },
  }),
];
