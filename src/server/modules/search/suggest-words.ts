import type { Ctx } from '../../app/ctx.ts';
import { normalise } from './normalise.ts';
import { findSuggestions } from './repo.ts';

const MOST = 8;

/**
 * Words that begin as the text does, as written, by pinyin or by initials; those that most documents hold first. Empty for an empty text.
 * One statement by index.
 */
export async function suggestWords(ctx: Ctx, text: string): Promise<string[]> {
  const begun = normalise(text);
  const typed = begun.replace(/[\s']+/g, '');
  if (begun === '' || !/^[\p{L}\p{N}\s']+$/u.test(begun)) return [];
  return findSuggestions(ctx.db, begun, /^[a-z]+$/.test(typed) ? typed : null, MOST);
}
