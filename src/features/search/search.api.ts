import { gateway } from '#client/gateway.ts';

export interface RecentWord {
  id: number;
  word: string;
}

/** Puts the word to the front of the reader's recent searches; answers with the list. */
export const rememberSearch = (keyword: string) => gateway.post<RecentWord[]>('/index/search/recentSearch', { keyword }, { silent: true });
export const recentSearches = () => gateway.get<RecentWord[]>('/index/search/recentSearch', { type: 0 }, { silent: true });
export const hideMySearch = () => gateway.post<{ msg: string }>('/index/search/hideMySearch');
