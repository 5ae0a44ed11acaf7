import { searchCalls } from '#contract/search/calls.ts';
import { searchStaffCalls } from '#contract/search/staff-calls.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import {
  changeWords,
  forgetSearches,
  hotWordPressed,
  judgedRuns,
  judgeNow,
  leaveWish,
  recentSearches,
  rememberSearch,
  replaySoon,
  saveJudged,
  savePins,
  wordLists,
} from '../../modules/search/index.ts';
import { previewSearch, queryDesk } from '../../views/admin/search-desk.ts';
import { hotWords } from '../../views/search.ts';
import { suggestionsView } from '../../views/suggestions.ts';

export const searchEndpoints = [
  serve(searchCalls.hotSearch, async (ctx) => (await hotWords(ctx)).map((word) => ({ ...word, type: 3, rid: 0 }))),
  serveDone(searchCalls.hotClick, (ctx, input) => hotWordPressed(ctx, input)),
  serve(searchCalls.suggest, (ctx, { keyword }) => suggestionsView(ctx, keyword)),
  serve(searchCalls.get_recentSearch, (ctx) => recentSearches(ctx)),
  serve(searchCalls.post_recentSearch, async (ctx, { keyword }) => {
    await rememberSearch(ctx, keyword);
    return recentSearches(ctx);
  }),
  serve(searchCalls.hideMySearch, async (ctx, { id }, c) => {
    await forgetSearches(ctx, id ?? null);
    return said(c, '删除成功');
  }),
  serve(searchCalls.wish, async (ctx, wish, c) => {
    await leaveWish(ctx, wish);
    return said(c, '已登记，我们会尽快帮您找');
  }),
];

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
