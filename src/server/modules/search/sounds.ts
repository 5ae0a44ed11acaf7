import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let library: typeof import('pinyin-pro') | null = null;

/** Half a megabyte of readings: loaded before a site listens (cut-words.ts), in other processes by the first use. */
function load(): typeof import('pinyin-pro') {
  library ??= require('pinyin-pro') as typeof import('pinyin-pro');
  return library;
}

/** Syllables of a text without tones, one a Chinese character; other scripts stay as they are. */
export function syllables(text: string): string[] {
  return load()
    .pinyin(text, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' })
    .map((syllable) => syllable.toLowerCase());
}

/** How a word is typed: all of it, and the first letter of each syllable. */
export function readingOf(word: string): { pinyin: string; initials: string } {
  const parts = syllables(word);
  return { pinyin: parts.join(''), initials: parts.map((part) => part[0] ?? '').join('') };
}

/** Other ways in which a word may be spoken or typed: signs with two readings, and sounds that are taken for each other. Pure. */

/** Readings of 模, 会, 行, 重, 调, 长, 乐: who types one may mean the word of the other. */
const READINGS: ReadonlyArray<readonly [string, string]> = [
  ['mo', 'mu'],
  ['hui', 'kuai'],
  ['xing', 'hang'],
  ['zhong', 'chong'],
  ['tiao', 'diao'],
  ['chang', 'zhang'],
  ['le', 'yue'],
];
/** What many do not distinguish, by the end or the beginning of a syllable. */
const ALIKE: ReadonlyArray<readonly [RegExp, string]> = [
  [/ng(?=[^aeiou]|$)/g, 'n'],
  [/(?<=[aeiou])n(?=[^aeioug]|$)/g, 'ng'],
  [/([zcs])h/g, '$1'],
  [/(?<![zcs])([zcs])(?!h)(?=[aeiou])/g, '$1h'],
];
const WAYS_MOST = 8;

/** A sound in its other readings, one change each; not itself. */
export function otherSounds(sound: string): string[] {
  const ways = new Set<string>();
  for (const [one, other] of READINGS) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const at = sound.indexOf(from);
      if (at >= 0) ways.add(sound.slice(0, at) + to + sound.slice(at + from.length));
    }
  }
  for (const [from, to] of ALIKE) ways.add(sound.replace(from, to));
  ways.delete(sound);
  return [...ways].slice(0, WAYS_MOST);
}

/** Letters with a number behind each syllable: nian2hui4. */
const TONED = /^(?:[a-z]{1,6}[1-5])+$/;

/** Pinyin without its tones as numbers; other texts as they are. */
export const withoutTones = (word: string): string => (TONED.test(word) ? word.replace(/[1-5]/g, '') : word);

/** A word of two to four signs with two neighbours in each other's place: 会年. */
export function swapped(word: string): string[] {
  const signs = [...word];
  if (signs.length < 2 || signs.length > 4) return [];
  const at = (one: number) => [...signs.slice(0, one), signs[one + 1], signs[one], ...signs.slice(one + 2)].join('');
  return signs.slice(1).flatMap((sign, one) => (sign === signs[one] ? [] : [at(one)]));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** What letters were meant to be where one slipped: two in each other's place, one too many, one too few, another one. */
export function mistyped(letters: string): string[] {
  const forms = new Set<string>();
  for (let at = 0; at < letters.length; at++) {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)];
    const [own = '', next = ''] = letters.slice(at, at + 2);
    forms.add(before + next + own + after.slice(1));
    forms.add(before + after);
  }
  for (let at = 0; at <= letters.length; at++)
    for (const letter of LETTERS) {
      forms.add(letters.slice(0, at) + letter + letters.slice(at));
      forms.add(letters.slice(0, at) + letter + letters.slice(at + 1));
    }
  forms.delete(letters);
  return [...forms];
}
