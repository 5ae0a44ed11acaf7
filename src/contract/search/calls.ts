import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, textField, wholeNumber } from '#contract/input-fields.ts';
import { SUGGESTION_GROUPS, type SuggestionGroup } from '#contract/suggestion.ts';

const call = callsOf('search');

export const searchCalls = {
  hotSearch: call('GET', '/index/search/hotSearch', {
    summary: '大家都在搜',
    auth: 'none',
    // type 3: schemes
    output: z.array(z.strictObject({ type: z.number(), rid: z.int(), id: z.int(), word: z.string() })),
  }),
  hotClick: call('POST', '/index/search/hotClick', {
    summary: '记录一次热词点击：id 为热词编号；运营设置的词编号为 0，用 word 说明',
    auth: 'none',
    open: { id: 'shown' },
    input: z.object({ id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0), word: textField('热词', 20).default('') }),
    limit: { points: 60, window_s: 60 },
    output: z.null(),
  }),
  suggest: call('GET', '/index/search/suggest', {
    summary: '输入时的联想，最多 8 条：搜索词（按开头、拼音或首字母）、缩小范围、作品与发布者',
    auth: 'none',
    input: z.object({ keyword: textField('关键词', 50).default('') }),
    limit: { points: 600, window_s: 60 },
    output: z.array(
      z.strictObject({
        group: z.enum(Object.keys(SUGGESTION_GROUPS) as [SuggestionGroup, ...SuggestionGroup[]]),
        ...{ text: z.string(), href: z.string().optional(), note: z.string().optional() },
      }),
    ),
  }),
  get_recentSearch: call('GET', '/index/search/recentSearch', {
    summary: '最近搜索',
    input: z.object({ type: wholeNumber('数值无效', 0, 99).optional() }),
    output: z.array(z.strictObject({ id: z.int(), word: z.string() })),
  }),
  post_recentSearch: call('POST', '/index/search/recentSearch', {
    summary: '记住一个搜索词',
    input: z.object({ keyword: textField('关键词', 60, 1) }),
    limit: { points: 60, window_s: 60 },
    output: z.array(z.strictObject({ id: z.int(), word: z.string() })),
  }),
  hideMySearch: call('POST', '/index/search/hideMySearch', {
    summary: '清除最近搜索；带 id 只清除一条',
    open: { id: 'search' },
    input: z.object({ id: idField.optional() }),
    output: z.null(),
  }),
  wish: call('POST', '/index/search/wish', {
    summary: '没有搜到时登记需求，由工作人员帮忙找',
    input: z.object({ keyword: textField('关键词', 60, 1), content: textField('需求说明', 300, 5) }),
    limit: { points: 20, window_s: 60 },
    output: z.null(),
  }),
};
