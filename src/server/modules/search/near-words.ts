import type { Ctx } from '../../app/ctx.ts';
import { normalise } from './normalise.ts';
import { findKnownWords, findSuggestions } from './repo.ts';
import { isPriceWord } from './rules.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

const MOST = 6;
const PARTS = 8;
const OF_PART = 3;

/**
 * Words that works hold, near to a keyword that finds nothing: parts of it that are words by themselves, then words that begin as its parts
 * do, as written or by pinyin. Empty when there is none. At most nine statements, all by index.
 */
export async function nearWords(ctx: Ctx, keyword: string): Promise<string[]> {
  const text = normalise(keyword);
  const parts = [...new Set((await dictionaryOf(ctx)).words(text))].slice(0, PARTS);
  const known = await findKnownWords(
    ctx.db,
    parts.filter((part) => [...part].length > 1),
  );
  const begun = await Promise.all(
    parts.map((part) => {
      const letters = /^[a-z]+$/.test(part);
      const beginning = letters ? part.slice(0, 3) : ([...part][0] ?? part);
      return findSuggestions(ctx.db, beginning, letters ? beginning : null, OF_PART);
    }),
  );
  return [...new Set([...known, ...begun.flat()])].filter((word) => word !== text && !isPriceWord(word)).slice(0, MOST);
}
