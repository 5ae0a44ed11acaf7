import { generalCutter } from './cut-words.ts';
import { syllables } from './pinyin.ts';

/** Loads the words of the language and their readings, a quarter of a second of work: before a process listens, or its first search pays. */
export function loadLanguage(): void {
  generalCutter.cut('策划');
  syllables('策划');
}
