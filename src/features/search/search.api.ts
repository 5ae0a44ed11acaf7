import { gateway } from '#client/gateway.ts';

export interface RecentWord {
  id: number;
  word: string;
}

/** `id` is 0 for the operator's words. */
export interface HotWord {
  id: number;
  word: string;
}

// all go along with a search that works without them
const ASIDE = { silent: true, background: true } as const;

/** Puts the word to the front of the reader's recent searches; answers with the list. */
export const rememberSearch = (keyword: string) => gateway('POST /index/search/recentSearch', { keyword }, ASIDE);
export const recentSearches = () => gateway('GET /index/search/recentSearch', { type: 0 }, ASIDE);
export const hotSearches = () => gateway('GET /index/search/hotSearch', {}, ASIDE);
export const hideMySearch = () => gateway('POST /index/search/hideMySearch');

/** Tells staff what the reader looked for and did not find. */
export const sendWish = (keyword: string, content: string) => gateway('POST /index/search/wish', { keyword, content }, { silent: true });
