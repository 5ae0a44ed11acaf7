import { readingOf } from './pinyin.ts';
import { normalise } from './rules.ts';

/** A word that documents hold, with all ways in which somebody may mean it. */
export interface VocabularyWord {
  word: string;
  /** nianhui; of Latin words themselves. */
  pinyin: string;
  /** nh */
  initials: string;
  /** The word with one character left out, in every way: two words that share one differ by one character. */
  shorter: string[];
}

const LONGEST = 12;
const WORD = /^[\p{L}\p{N}]+$/u;
const HAN = /^\p{Script=Han}+$/u;

/** What a text adds to the vocabulary: its words of two characters and more, of Latin ones three. */
export function vocabularyOf(words: readonly string[]): VocabularyWord[] {
  const kept = new Set(words.map(normalise).filter(isWord));
  return [...kept].map((word) => ({ word, ...readingOf(word), shorter: shorterForms(word) }));
}

function isWord(word: string): boolean {
  const length = [...word].length;
  return WORD.test(word) && !/^\p{N}+$/u.test(word) && length <= LONGEST && length >= (HAN.test(word) ? 2 : 3);
}

/** Of words too short to lose a character there are none: 会 would be near to every word that holds it. */
export function shorterForms(word: string): string[] {
  const characters = [...word];
  if (characters.length < 3 || characters.length > LONGEST) return [];
  return [...new Set(characters.map((_one, at) => characters.toSpliced(at, 1).join('')))];
}
