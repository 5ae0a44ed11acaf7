import { readFileSync } from 'node:fs';
import type { WordClass } from './dictionary.ts';

const related = new Map<string, string[]>();
for (const line of readFileSync(new URL('./related-words.txt', import.meta.url), 'utf8').split('\n')) {
  const [words = '', ...others] = line.split(' ');
  if (words !== '' && words !== '#') for (const word of words.split(',')) related.set(word, [...(related.get(word) ?? []), ...others]);
}

/** Signs of the shortest word that a longer one is understood by. */
const SHORTEST = 2;
const NONE: readonly string[] = [];

/** What is nearest to a normalised word by its own line, the nearest first; none for most. */
export const relatedTo = (word: string): readonly string[] => related.get(word) ?? NONE;

/**
 * The same of a word that has no line: by the longest word that it ends with (运动会 of 职工运动会), else, of an event, by its last signs (服装秀 is a show
 * before it is of clothes), else by the longest word in it (中秋 of 中秋节).
 */
export function relatedWithin(word: string, of: WordClass | undefined): readonly string[] {
  if (!/^\p{Script=Han}+$/u.test(word)) return NONE;
  const parts = partsOf(word);
  const last = parts.find((part) => word.endsWith(part));
  if (last !== undefined) return relatedTo(last);
  const ending = of === 'event' ? (related.get(`-${word.slice(-2)}`) ?? related.get(`-${word.slice(-1)}`)) : undefined;
  if (ending !== undefined) return ending;
  return relatedTo(parts[0] ?? '');
}

/** The same by its last sign with a meaning of its own: 婚 of 备婚. */
export function relatedToSigns(word: string): readonly string[] {
  const sign = [...word].slice(0, LONGEST).findLast((one) => related.has(`~${one}`));
  return sign === undefined ? NONE : relatedTo(`~${sign}`);
}

/** What stands for a word of a class where nothing else does. */
export const relatedToClass = (of: WordClass | undefined): readonly string[] => relatedTo(`@${of}`);

const LONGEST = Math.max(...[...related.keys()].map((word) => word.length));

/** Words with a line of their own within one, the longest first; no longer part than the longest line is looked for, whatever was typed. */
function partsOf(word: string): string[] {
  const parts: string[] = [];
  for (let length = Math.min(word.length - 1, LONGEST); length >= SHORTEST; length--)
    for (let from = word.length - length; from >= 0; from--) parts.push(word.slice(from, from + length));
  return parts.filter((part) => related.has(part));
}
