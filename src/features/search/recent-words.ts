/** A visitor's recent searches: newest first, no doubles, ten at most. Pure, so that storage and screen stay elsewhere. */
export const RECENT_KEY = 'recentsearch';
const WORDS_MOST = 10;
const WORD_MAX = 60;
const SHOWN_MAX = 20;

/** What storage holds, or nothing when it is not what we wrote. */
export function readWords(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((word): word is string => typeof word === 'string' && word !== '').slice(0, WORDS_MOST) : [];
}

export function withWord(words: readonly string[], keyword: string): string[] {
  const word = keyword.trim().slice(0, WORD_MAX);
  return word === '' ? [...words] : [word, ...words.filter((other) => other !== word)].slice(0, WORDS_MOST);
}

/** A keyword as headings and chips show it: one line of a phone. */
export function shortWord(word: string): string {
  const signs = [...word];
  return signs.length > SHOWN_MAX ? `${signs.slice(0, SHOWN_MAX).join('')}…` : word;
}
