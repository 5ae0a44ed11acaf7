import { normalise } from './normalise.ts';

/** Other words for a word, normalised; none for most. */
type Synonyms = (word: string) => readonly string[];

const known = new WeakMap<readonly string[], Synonyms>();

/** Synonyms by the lines of the setting (`年会 = 年度盛典`). A word of several lines has those of all. Made once for each value of the setting. */
export function synonymsOf(lines: readonly string[]): Synonyms {
  const before = known.get(lines);
  if (before) return before;
  const groups = new Map<string, Set<string>>();
  for (const line of lines) {
    const words = [...new Set(line.split(/[=＝]/).map(normalise))].filter(Boolean);
    for (const word of words) {
      const others = groups.get(word) ?? new Set<string>();
      groups.set(word, others);
      for (const other of words) if (other !== word) others.add(other);
    }
  }
  const lists = new Map([...groups].map(([word, others]) => [word, [...others]]));
  const synonyms: Synonyms = (word) => lists.get(word) ?? NONE;
  known.set(lines, synonyms);
  return synonyms;
}

const NONE: readonly string[] = [];
