import { searchStaffCalls } from '#contract/search/staff-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import { changeWords, judgedRuns, judgeNow, replaySoon, saveJudged, savePins, wordLists } from '../../modules/search/index.ts';
import { previewSearch, queryDesk } from '../../views/admin/search-desk.ts';

/** Of runs that are shown. */
const RUNS = 20;

export const searchStaffEndpoints = [
  serve(searchStaffCalls.query, queryDesk),
  serve(searchStaffCalls.get_words, (ctx) => wordLists(ctx)),
  serve(searchStaffCalls.preview, previewSearch),
  serve(searchStaffCalls.post_words, async (ctx, input, c) => {
    await changeWords(ctx, input.changes);
    return said(c, '已保存，一分钟内生效');
  }),
  serve(searchStaffCalls.pins, async (ctx, input, c) => {
    await savePins(ctx, input);
    return said(c, '已保存，一分钟内生效');
  }),
  serve(searchStaffCalls.judge, async (ctx, input, c) => {
    await saveJudged(ctx, input);
    return said(c, '已保存');
  }),
  serve(searchStaffCalls.judged, (ctx) => judgedRuns(ctx, RUNS)),
  serve(searchStaffCalls.run, async (ctx, _input, c) => {
    await judgeNow(ctx);
    return said(c, '已开始检查，稍后刷新即可看到结果');
  }),
  serve(searchStaffCalls.replay, async (ctx, _input, c) => {
    await replaySoon(ctx);
    return said(c, '已开始重算');
  }),
];
