import type { Ctx } from '../../../app/ctx.ts';
import { inStrips } from '../../../kernel/strips.ts';
import { generalCutter } from '../cut-words.ts';
import { makeDictionary } from './dictionary.ts';
import { tradeList } from './load-dictionary.ts';
import { deleteExpiredWords, findNewWords, saveLearnedWords } from './words.repo.ts';

/** So many works that name a word, or searches for it, make it one. */
const WORKS_LEAST = 3;
const SEARCHES_LEAST = 10;
/** Looked at a night, those of most first. */
const LOOKED_AT = 5_000;
/** A word that is not met again is forgotten. */
const LASTS_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Learns words that titles and searches use and no dictionary has: those that fall apart into single characters (鲸落). What is put together of known
 * words is none: its parts are asked for. Returns how many words hold now.
 */
export async function learnWordsOf(ctx: Ctx): Promise<number> {
  const general = makeDictionary([tradeList()], generalCutter);
  const learned: Array<{ word: string; n: number }> = [];
  for await (const { word, n } of inStrips(await findNewWords(ctx.db, WORKS_LEAST, SEARCHES_LEAST, LOOKED_AT))) {
    if (!general.isWord(word) && general.cut(word).length === 1) learned.push({ word, n });
  }
  const now = ctx.app.clock.now();
  await saveLearnedWords(ctx.db, learned, new Date(now.getTime() + LASTS_DAYS * DAY_MS));
  await deleteExpiredWords(ctx.db, now);
  return learned.length;
}
