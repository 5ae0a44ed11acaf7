/** Words of the trade, each with what it is of. Pure: who loads them is `load-dictionary.ts`. */

/** `quiet` says nothing of what is looked for; `weak`, `city`, `season` and `industry` rank and do not decide; others decide (read-query.ts). */
export type WordClass = string;

const RUNS = /(\p{Script=Han}+)|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;

/** Longer ones are sentences. */
export const LONGEST_WORD = 12;
/** What a word costs in a cut of the fewest and best known words. */
const COST = { known: 1, other: 1.1, other_rare: 1.14, single: 3 };

/** Adjectives, adverbs, numbers, measures, pronouns and particles. */
const NAMELESS: ReadonlySet<string> = new Set(['a', 'ad', 'c', 'd', 'f', 'k', 'm', 'p', 'q', 'r', 't', 'u', 'uj', 'ul', 'y']);
/** Asks for it, and is no name. */
const WISHES = /^[是要能想得给搞弄整干该好].{1,3}$/u;

/** How a general dictionary cuts a run, all words that it sees in it, and the parts of speech of its words (ICTCLAS: n a noun, v a verb ...). */
export interface GeneralCutter {
  cut(run: string): string[];
  all(run: string): string[];
  tags(run: string): string[];
}

export interface Dictionary {
  /** What a normalised word is of; undefined: no word of the trade. */
  classOf(word: string): WordClass | undefined;
  /** Whether it is a word of the language, of the trade or not. */
  isWord(word: string): boolean;
  /** Whether a word that the trade does not know names nothing: 要花, 一般, 几篇. */
  namesNothing(word: string): boolean;
  /** Words of a normalised text in any script, each with where it begins. */
  pieces(text: string): Array<{ word: string; from: number }>;
  words(text: string): string[];
  /** Words of a run of Chinese characters. A known word stays whole; single characters between words stand together. */
  cut(run: string): string[];
  /** Known words that a known one consists of, e.g. 户外, 婚礼; itself where it does not. */
  partsOf(word: string): string[];
  /** Words of the trade within a longer one, whether or not they make all of it: 屏 is none, 舞台 of 雷亚舞台 is. */
  within(word: string): string[];
  synonymsOf(word: string): readonly string[];
}

/** `word class` a line; `#` begins a note, a word alone is of class `word`. */
export function readWordList(text: string): Array<[string, WordClass]> {
  return text.split('\n').flatMap((line): Array<[string, WordClass]> => {
    const [word = '', of = 'word'] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    return word === '' ? [] : [[word, of]];
  });
}

/**
 * `known` are looked into in their order: what staff say comes before the list of the trade. The cut takes the fewest words, those of the trade before
 * those of the general dictionary, and single characters last.
 */
export function makeDictionary(
  known: ReadonlyArray<ReadonlyMap<string, WordClass>>,
  general: GeneralCutter,
  synonymsOf: (word: string) => readonly string[] = () => [],
): Dictionary {
  const classOf = (word: string): WordClass | undefined => {
    for (const words of known) {
      const of = words.get(word);
      if (of !== undefined) return of;
    }
    return synonymsOf(word).length > 0 ? 'word' : undefined;
  };
  const cut = (run: string): string[] => {
    const best = new Set(general.cut(run));
    const all = new Set(general.all(run));
    const costOf = (word: string, length: number): number | null => {
      if (classOf(word) !== undefined) return COST.known + (length === 1 ? 0.3 : 0);
      if (length === 1) return COST.single;
      if (!all.has(word) && !best.has(word)) return null;
      return (best.has(word) ? COST.other : COST.other_rare) * Math.ceil(length / 2);
    };
    return joinSingles(fewest([...run], costOf), (word) => classOf(word) !== undefined);
  };
  const partsOf = (word: string): string[] => {
    const signs = [...word];
    if (signs.length < 4) return [word];
    const parts = fewest(signs, (part, length) => (length > 1 && part !== word && classOf(part) !== undefined ? 1 : null));
    return parts.length > 0 && parts.length <= 3 ? parts : [word];
  };
  const within = (word: string): string[] => substringsOf([word]).filter((part) => classOf(part) !== undefined);
  const isWord = (word: string) => classOf(word) !== undefined || (/^\p{Script=Han}{2,}$/u.test(word) && general.all(word).includes(word));
  const namesNothing = (word: string): boolean => {
    if (classOf(word) !== undefined || !/^\p{Script=Han}+$/u.test(word)) return false;
    const tags = general.tags(word);
    return tags.every((tag) => NAMELESS.has(tag)) || (WISHES.test(word) && !tags.some((tag) => tag.startsWith('n')));
  };
  const pieces = (text: string) => {
    const found: Array<{ word: string; from: number }> = [];
    for (const { run, han, from } of runsOf(text, (word) => classOf(word) !== undefined)) {
      let at = from;
      for (const word of han ? cut(run) : [run]) {
        found.push({ word, from: at });
        at += word.length;
      }
    }
    return found;
  };
  const words = (text: string) => pieces(text).map(({ word }) => word);
  return { classOf, isWord, namesNothing, pieces, words, cut, partsOf, within, synonymsOf };
}

/** Runs of a text by script. Letters and the signs beside them that are a known word together are a run: led屏, cue表, x展架. */
function runsOf(text: string, isKnown: (word: string) => boolean): Array<{ run: string; han: boolean; from: number }> {
  const runs = [...text.matchAll(RUNS)].map(({ 0: run, 1: han, index: from }) => ({ run, han: han !== undefined, from }));
  const lengths = (most: string) => Array.from({ length: Math.min(LONGEST_WORD, most.length) }, (_, at) => at + 1).reverse();
  const touches = (one: (typeof runs)[number] | undefined, next: (typeof runs)[number] | undefined) =>
    one !== undefined && next !== undefined && one.from + one.run.length === next.from;
  for (const [at, { run: letters, han }] of runs.entries()) {
    if (han) continue;
    const [before, own, after] = [runs[at - 1], runs[at], runs[at + 1]];
    const behind = touches(own, after)
      ? lengths(after?.run ?? '').find((length) => isKnown(letters + after?.run.slice(0, length)))
      : undefined;
    if (behind !== undefined && own && after) {
      own.run += after.run.slice(0, behind);
      after.run = after.run.slice(behind);
      after.from += behind;
      continue;
    }
    const ahead = touches(before, own)
      ? lengths(before?.run ?? '').find((length) => isKnown(before?.run.slice(-length) + letters))
      : undefined;
    if (ahead === undefined || !own || !before) continue;
    own.run = before.run.slice(-ahead) + letters;
    own.from -= ahead;
    before.run = before.run.slice(0, -ahead);
  }
  return runs.filter(({ run }) => run !== '');
}

/** Stretches of two signs and more within Chinese words. */
export function substringsOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    const signs = [...word].slice(0, LONGEST_WORD);
    if (!/^\p{Script=Han}+$/u.test(word)) continue;
    for (let from = 0; from < signs.length; from++)
      for (let to = from + 2; to <= signs.length; to++) if (to - from < signs.length) found.add(signs.slice(from, to).join(''));
  }
  return [...found];
}

/** The cheapest way to cut signs into words; none where there is no way. Of two that cost the same, the one whose longer words come later. */
function fewest(signs: readonly string[], costOf: (word: string, length: number) => number | null): string[] {
  const from: Array<{ cost: number; length: number }> = [];
  from[signs.length] = { cost: 0, length: 0 };
  for (let at = signs.length - 1; at >= 0; at--) {
    let best = { cost: Number.POSITIVE_INFINITY, length: 1 };
    let word = '';
    for (let length = 1; length <= LONGEST_WORD && at + length <= signs.length; length++) {
      word += signs[at + length - 1];
      const rest = from[at + length]?.cost ?? Number.POSITIVE_INFINITY;
      if (rest >= best.cost) continue;
      const cost = costOf(word, length);
      if (cost !== null && cost + rest < best.cost) best = { cost: cost + rest, length };
    }
    from[at] = best;
  }
  if (!Number.isFinite(from[0]?.cost)) return [];
  const words: string[] = [];
  for (let at = 0; at < signs.length; at += from[at]?.length ?? 1) words.push(signs.slice(at, at + (from[at]?.length ?? 1)).join(''));
  return words;
}

/** Signs that are no part of a name. */
const PARTICLES = /[的了得地着过吗呢吧啊呀哦嘛]/u;

/** Names that no dictionary has fall apart into characters: those that stand together are one word again. */
function joinSingles(words: readonly string[], isKnown: (word: string) => boolean): string[] {
  const joined: string[] = [];
  let open = false;
  for (const word of words) {
    const single = [...word].length === 1 && !isKnown(word) && !PARTICLES.test(word);
    if (single && open) joined[joined.length - 1] += word;
    else joined.push(word);
    open = single;
  }
  return joined;
}
