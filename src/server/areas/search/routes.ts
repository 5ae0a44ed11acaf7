import { searchCalls } from '#contract/search/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import { forgetSearches, hotWordPressed, leaveWish, recentSearches, rememberSearch } from '../../modules/search/index.ts';
import { hotWords } from '../../views/hot-words.ts';
import { suggestionsView } from '../../views/suggestions.ts';

export const searchEndpoints = [
  serve(searchCalls.hotSearch, async (ctx) => (await hotWords(ctx)).map((word) => ({ ...word, type: 3, rid: 0 }))),
  serve(searchCalls.hotClick, async (ctx, input) => {
    await hotWordPressed(ctx, input);
    return null;
  }),
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
