import AhoCorasick from 'modern-ahocorasick';
import type { Ctx } from '../../app/ctx.ts';
import { getSetting } from '../settings/index.ts';
import { wordList } from './settings.ts';
import type { AnswerFlag } from './tables.ts';

/** Full-width, upper case and spaces between characters hide no word. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200b·.*_-]+/g, '');

interface Matcher {
  words: readonly string[];
  find(text: string): string[];
}

let known: Matcher | null = null;

/** Compiled once for each list; an operator's change is seen with the setting. */
function matcherOf(words: readonly string[]): Matcher {
  if (known && known.words.length === words.length && known.words.every((word, at) => word === words[at])) return known;
  const patterns = [...new Set(words.map(folded))].filter((word) => word !== '');
  const automaton = patterns.length === 0 ? null : new AhoCorasick(patterns);
  known = { words, find: (text) => [...new Set(automaton?.search(folded(text)).map(({ pattern }) => pattern) ?? [])] };
  return known;
}

/**
 * What of a text may not be said: by our list, then by the outside check. A check that does not answer lets pass what the list let pass,
 * and is logged. Null: nothing.
 */
export async function checkWords(ctx: Ctx, where: AnswerFlag['where'], text: string): Promise<AnswerFlag | null> {
  if (text.trim() === '') return null;
  const words = matcherOf(await getSetting(ctx, wordList)).find(text);
  if (words.length > 0) return { where, by: 'list', words };
  const { text_check } = ctx.app.providers;
  try {
    const { labels } = await text_check.check(text);
    return labels.length > 0 ? { where, by: text_check.name, words: [...labels] } : null;
  } catch (error) {
    ctx.log.warn({ err: error }, 'the text check did not answer');
    return null;
  }
}
