import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, textField } from '#contract/input-fields.ts';
import { previewOutput, queryDeskOutput, runsOutput, wordListsOutput } from '#contract/outputs/search-console.ts';
import {
  ANSWERS_MOST,
  SEARCH_CONSOLE_CALLS as CALLS,
  KEYWORD_MAX,
  PINS_MOST,
  PREVIEW_QUERIES,
  WORD_LISTS,
  type WordList,
} from '#contract/search-console.ts';

const call = callsOf('admin', { verb: 'search.see' });
const BYTES = 256 * 1024;
/** Lines of one change: a whole list at once. */
const LINES = 2_000;
const keyword = textField('搜索词', KEYWORD_MAX, 1);
const kind = textField('类型', 32).default('');
const lines = z
  .array(z.string({ error: '每行应为文字' }).trim().min(1, '有空行').max(120, '每行最多 120 字'))
  .max(LINES, `一次最多改 ${LINES} 行`)
  .default([]);
const words = z.strictObject({ list: z.enum(Object.keys(WORD_LISTS) as WordList[], { error: '没有这份词表' }), add: lines, remove: lines });
const changes = z.array(words, { error: '请填写要改的词' }).min(1, '请填写要改的词').max(3, '最多同时改三份词表');
const works = (most: number) => z.array(idField, { error: '请选择作品' }).max(most, `最多 ${most} 个作品`);
const pins = z.strictObject({ keyword, item_ids: works(PINS_MOST) });
const often = { points: 60, window_s: 60 };

/** What calls that change something have in common. */
const CHANGE = { auth: { verb: 'search.edit' }, limit: often, output: z.null() } as const;

export const searchStaffCalls = {
  query: call('GET', CALLS.query, {
    summary: '后台：一个搜索词怎样理解、前十个结果和理由、读者的点击',
    input: z.object({ keyword, kind }),
    limit: often,
    output: queryDeskOutput,
  }),
  get_words: call('GET', CALLS.words, {
    summary: '后台：搜索的同义词、行业词与忽略的词',
    output: wordListsOutput,
  }),
  preview: call('POST', CALLS.preview, {
    summary: '后台：改词、置顶或关闭学习后，一到五个搜索词的前十个结果会怎样；不保存',
    input: z.object({
      change: z.strictObject({ words: changes.optional(), pins: pins.optional(), learning: z.boolean().optional() }),
      keywords: z.array(keyword).min(1, '请填写搜索词').max(PREVIEW_QUERIES, `最多 ${PREVIEW_QUERIES} 个搜索词`),
      kind,
    }),
    body_limit_bytes: BYTES,
    limit: { points: 20, window_s: 60 },
    output: previewOutput,
  }),
  post_words: call('POST', CALLS.words, {
    ...CHANGE,
    summary: '后台：增删搜索的同义词、行业词与忽略的词；一分钟内处处生效',
    input: z.object({ changes }),
    body_limit_bytes: BYTES,
  }),
  pins: call('POST', CALLS.pins, {
    ...CHANGE,
    summary: '后台：一个搜索词置顶的作品，按顺序；空列表为全部取消',
    input: pins,
  }),
  judge: call('POST', CALLS.judge, {
    ...CHANGE,
    summary: '后台：一道搜索考题：哪些作品应在前三；空列表为删除',
    input: z.object({ keyword, kind, item_ids: works(ANSWERS_MOST), note: textField('备注', 200).default('') }),
  }),
  judged: call('GET', CALLS.judged, {
    summary: '后台：搜索考题最近的检查结果',
    output: runsOutput,
  }),
  run: call('POST', CALLS.run, {
    ...CHANGE,
    summary: '后台：马上检查全部搜索考题',
    limit: { points: 6, window_s: 60 },
  }),
  replay: call('POST', CALLS.replay, {
    ...CHANGE,
    summary: '后台：按保存的点击记录重算全部分数',
    limit: { points: 6, window_s: 60 },
  }),
};
