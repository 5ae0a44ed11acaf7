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
