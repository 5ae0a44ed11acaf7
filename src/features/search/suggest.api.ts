import { gateway } from '#client/gateway.ts';
import type { Suggestion } from '#contract/suggestion.ts';

/** Goes along with typing: silent, and given up when the reader types on. */
export const fetchSuggestions = (keyword: string, signal: AbortSignal): Promise<Suggestion[]> =>
  gateway('GET /index/search/suggest', { keyword }, { silent: true, background: true, signal });
