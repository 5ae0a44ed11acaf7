import { gateway } from '#client/gateway.ts';

/** Goes along with typing: silent, and given up when the reader types on. */
export const fetchSuggestions = (keyword: string, signal: AbortSignal): Promise<string[]> =>
  gateway.get('/index/search/suggest', { keyword }, { silent: true, background: true, signal });
