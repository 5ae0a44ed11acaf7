import type { ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { kindFilters } from '../catalog/index.ts';
import { normalise } from './normalise.ts';
import type { ReadQuery } from './read-query.ts';
import { findKnownWords, findSuggestions } from './repo.ts';
import { isPriceWord } from './rules.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

export interface NearCategory {
  filter: ItemFilter;
  /** Its name; none where all of the kind is shown. */
  found_by: string[];
}

/**
 * The category that words of the trade are near to, where no work holds them: its name ends as they do, or shares most characters. All of the kind where none is
 * near, null where nothing of the keyword is a word.
 */
export async function nearCategory(
  ctx: Ctx,
  kind: KindFacts,
  { topic, weak, people, budget_fen }: ReadQuery,
): Promise<NearCategory | null> {
  const [dictionary, { categories }] = await Promise.all([dictionaryOf(ctx), kindFilters(ctx, kind)]);
  const known = topic.filter((word) => dictionary.isWord(word) || [...word].length === 1);
  if (known.length === 0 && !people && !budget_fen && !weak.some((word) => dictionary.isWord(word))) return null;
  const all = categories.flatMap(({ id, name, item_num, children = [] }) => [
    { filter: { cid: id }, name, item_num },
    ...children.map((child) => ({ filter: { cid: id, cid2: child.id }, name: child.name, item_num: child.item_num })),
  ]);
  const rated = all
    .map((one) => ({ ...one, like: Math.max(0, ...known.map((word) => likeness(word, one.name))) }))
    .filter(({ like }) => like > 0)
    .toSorted((a, b) => b.like - a.like || b.item_num - a.item_num);
  const best = rated[0];
  return best ? { filter: best.filter, found_by: [best.name] } : { filter: {}, found_by: [] };
}

/** Characters that both have, and one more for the same end: 泼水节 is like 美食节. */
function likeness(word: string, name: string): number {
  const shared = [...new Set(word)].filter((sign) => name.includes(sign)).length;
  return shared + (word.at(-1) === name.at(-1) ? 1 : 0);
}

const MOST = 6;
const PARTS = 8;
const OF_PART = 3;

/**
 * Words that works hold, near to a keyword that finds nothing: parts of it that are words by themselves, then words that begin as its parts
 * do, as written or by pinyin. Empty when there is none. At most nine statements, all by index.
 */
export async function nearWords(ctx: Ctx, keyword: string): Promise<string[]> {
  const text = normalise(keyword);
  const parts = [...new Set((await dictionaryOf(ctx)).words(text))].slice(0, PARTS);
  const known = await findKnownWords(
    ctx.db,
    parts.filter((part) => [...part].length > 1),
  );
  const begun = await Promise.all(
    parts.map((part) => {
      const letters = /^[a-z]+$/.test(part);
      const beginning = letters ? part.slice(0, 3) : ([...part][0] ?? part);
      return findSuggestions(ctx.db, beginning, letters ? beginning : null, OF_PART);
    }),
  );
  return [...new Set([...known, ...begun.flat()])].filter((word) => word !== text && !isPriceWord(word)).slice(0, MOST);
}
