import { normalise } from './normalise.ts';
import { readingOf } from './sounds.ts';

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
  const fit = new Set(words.map(normalise).filter(isWord));
  return [...fit].map((word) => ({ word, ...readingOf(word), shorter: shorterForms(word) }));
}

/** Characters that stand between words rather than in a name. */
const BETWEEN = new Set('的了与和之及或在是为从到等第不也又很就都把被');
const LONGEST_NAME = 4;

/**
 * Names that the dictionary does not know fall apart into characters (鲸|落|海岸): those that stand together, up to four, are put together
 * again, and a lone one goes with its neighbour. Without them such a name could not be typed by its sound.
 */
export function namesIn(words: readonly string[]): string[] {
  // a character after digits counts something: 2026年, 12场
  const counts = (at: number) => /\p{N}$/u.test(words[at - 1] ?? '');
  const lone = words.map((word, at) => [...word].length === 1 && HAN.test(word) && !BETWEEN.has(word) && !counts(at));
  const names: string[] = [];
  for (let from = 0; from < words.length; from++) {
    if (!lone[from]) continue;
    let to = from + 1;
    while (lone[to]) to++;
    const run = words.slice(from, to);
    if (run.length > 1 && run.length <= LONGEST_NAME) names.push(run.join(''));
    if (run.length === 1) {
      const [before, after] = [words[from - 1], words[to]];
      if (after !== undefined && HAN.test(after) && !BETWEEN.has(after)) names.push(run[0] + after);
      else if (before !== undefined && HAN.test(before) && !BETWEEN.has(before)) names.push(before + run[0]);
    }
    from = to - 1;
  }
  return names;
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
