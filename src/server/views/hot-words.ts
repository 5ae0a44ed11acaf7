import type { Ctx } from '../app/ctx.ts';
import { hotSearches, hotWordsSetting } from '../modules/search/index.ts';
import { getSetting } from '../modules/settings/index.ts';

export interface HotWord {
  id: number;
  word: string;
}

/** 大家都在搜: what the operator set first, then what many people look for. `id` is 0 for the operator's words. */
export async function hotWords(ctx: Ctx, limit = 10): Promise<HotWord[]> {
  const [chosen, searched] = await Promise.all([getSetting(ctx, hotWordsSetting), hotSearches(ctx, limit)]);
  const words = new Map<string, HotWord>(chosen.map((word) => [word, { id: 0, word }]));
  for (const { id, word } of searched) if (!words.has(word)) words.set(word, { id, word });
  return [...words.values()].slice(0, limit);
}
