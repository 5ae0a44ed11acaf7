import type { Ctx } from '../../app/ctx.ts';
import { normalise } from './normalise.ts';
import { findSuggestions } from './repo.ts';
import { withoutTones } from './sounds.ts';

const MOST = 8;

/**
 * Words that begin as the text does, as written, by pinyin or by initials; those that most documents hold first. Empty for an empty text.
 * One statement by index.
 */
export async function suggestWords(ctx: Ctx, text: string): Promise<string[]> {
  const begun = normalise(text);
  if (begun === '' || !/^[\p{L}\p{N}\s']+$/u.test(begun)) return [];
  return findSuggestions(ctx.db, begun, lettersOf(begun), MOST);
}

/** What a text that is still typed says: letters their likeliest word, others themselves. */
export function saidBy(text: string, words: readonly string[]): string {
  const begun = normalise(text);
  return (lettersOf(begun) !== null && !words.includes(begun) && words[0]) || begun;
}

/** The letters of a text that is of pinyin only; null for others. */
function lettersOf(begun: string): string | null {
  const letters = withoutTones(begun.replace(/[\s']+/g, ''));
  return /^[a-z]+$/.test(letters) ? letters : null;
}
