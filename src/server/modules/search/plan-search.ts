import type { SearchAnswer, SearchAnswerKind } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import type { Ctx } from '../../app/ctx.ts';
import { facetsOf } from '../catalog/index.ts';
import { correctKeyword } from './correct-keyword.ts';
import { askFor } from './parse-query.ts';
import { queryKey, type ReadQuery, readQuery } from './read-query.ts';
import { findFirstHeld, findKnownWords } from './repo.ts';
import { facetTerm, kindTerm, type ParsedQuery, quoted, tsquery } from './rules.ts';
import type { Dictionary } from './words/dictionary.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

/** What a keyword is answered with. */
export interface SearchPlan {
  read: ReadQuery;
  /** Null where the keyword says nothing to look for. */
  query: ParsedQuery | null;
  /** The same with what else it names: who holds that stands first. Null where it names nothing. */
  narrow: ParsedQuery | null;
  /** Codes of format and price, where they were read. */
  facets: readonly number[];
  answer: SearchAnswerKind;
  left_out: readonly string[];
  found_by: readonly string[];
  /** What was probably meant. */
  meant?: string;
}

/** Ways to leave words out that are tried: those of a query of four words, more keep the most telling. */
const WAYS_MOST = 24;
const TOLD_MOST = 5;
/** How much a word says of what is looked for, by its class: others 2. */
const TELLING: Readonly<Record<string, number>> = {
  event: 5,
  kind: 4,
  venue: 3,
  role: 3,
  stage: 3,
  prop: 3,
  light: 3,
  sound: 3,
  rundown: 2,
};

/** What the whole keyword asks for. Costs no statement once the words are known. `filter`: what the reader chose counts, not what was read. */
export async function planSearch(ctx: Ctx, keyword: string, filter: Pick<ItemFilter, 'price' | 'format'> = {}): Promise<SearchPlan> {
  const dictionary = await dictionaryOf(ctx);
  return wholePlan(readQuery(keyword, dictionary), dictionary, filter);
}

function wholePlan(read: ReadQuery, dictionary: Dictionary, { price, format }: Pick<ItemFilter, 'price' | 'format'>): SearchPlan {
  const query = askFor(read, dictionary);
  const narrow = read.weak.length > 0 && query !== null ? askFor(read, dictionary, { narrow: true }) : null;
  const facets = facetsOf({
    ...(read.price && price === undefined ? { price: read.price } : {}),
    ...(read.format && format === undefined ? { format: read.format } : {}),
  });
  return { read, query, narrow, facets, answer: 'all', left_out: [], found_by: read.topic };
}

/**
 * What a keyword that finds nothing is answered with instead: what was probably meant where a word is unknown, the most telling of its words
 * that works hold together, then words within its words. `kind` and `limits` (codes of filters): where it is looked. Null where nothing is near.
 * A handful of statements by index, whatever the catalogue's size.
 */
export async function relaxPlan(
  ctx: Ctx,
  plan: SearchPlan,
  { kind, limits = [] }: { kind?: number | undefined; limits?: readonly number[] },
): Promise<SearchPlan | null> {
  const dictionary = await dictionaryOf(ctx);
  const { read } = plan;
  const known = await findKnownWords(ctx.db, [...new Set(read.topic.flatMap((word) => [word, ...dictionary.partsOf(word)]))]);
  const isStrange = (word: string) => !known.includes(word) && dictionary.classOf(word) === undefined;
  const corrected = read.topic.some((word) => !known.includes(word)) ? await correctKeyword(ctx, read.text) : null;
  const right = corrected === null ? null : wholePlan(readQuery(corrected, dictionary), dictionary, {});
  const meant: SearchPlan[] = right
    ? waysOf(right, known, dictionary).map((way) => ({ ...way, answer: 'meant', ...(corrected === null ? {} : { meant: corrected }) }))
    : [];
  const ways = waysOf(plan, known, dictionary);
  // a word that no work and no dictionary knows is a slip; one that only no work holds may be meant as it is
  const tried = read.topic.some(isStrange) ? [...meant.slice(0, 1), ...ways.slice(1), ...meant.slice(1)] : [...ways.slice(1), ...meant];
  const whole = plan.facets.length > 0 ? [{ ...plan, facets: [], answer: 'fewer' as const, left_out: filterNames(read) }] : [];
  const held = await firstHeld(ctx, [...whole, ...tried], kind, limits);
  if (held) return held;
  const within = await findKnownWords(ctx.db, substringsOf(read.topic));
  const near = within
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 8)
    .map((word): SearchPlan => {
      const alone = { ...read, topic: [word], weak: [] };
      return { ...plan, query: askFor(alone, dictionary), narrow: null, facets: [], answer: 'near', left_out: [], found_by: [word] };
    });
  return firstHeld(ctx, near, kind, limits);
}

/** What was read as a filter, in words. */
const filterNames = ({ parts }: ReadQuery): string[] =>
  parts.filter(({ role }) => role === 'format' || role === 'price').map(({ label }) => label);

async function firstHeld(ctx: Ctx, plans: readonly SearchPlan[], kind: number | undefined, limits: readonly number[]) {
  const asked = plans.flatMap((plan) => {
    if (!plan.query) return [];
    const codes = [...plan.facets, ...limits].map(facetTerm);
    const of = [tsquery(plan.query), ...[...codes, ...(kind === undefined ? [] : [kindTerm(kind)])].map(quoted)].join(' & ');
    return [{ plan, of }];
  });
  if (asked.length === 0) return null;
  const first = await findFirstHeld(
    ctx.db,
    asked.map(({ of }) => of),
  );
  return first === null ? null : (asked[first]?.plan ?? null);
}

/** The plan, then all ways to leave words of it out: as few as possible, the least telling and rarest first. Filters that were read go with the first word. */
function waysOf(plan: SearchPlan, known: readonly string[], dictionary: Dictionary): SearchPlan[] {
  const { read } = plan;
  // words that works hold come by how many do
  const rarity = (word: string) => {
    const places = dictionary.partsOf(word).map((part) => known.indexOf(part));
    return places.some((place) => place < 0) ? known.length + 1 : Math.max(...places);
  };
  const telling = (word: string) => (TELLING[dictionary.classOf(word) ?? ''] ?? 2) - (rarity(word) > known.length ? 4 : 0);
  const told = read.topic.toSorted((a, b) => telling(b) - telling(a) || rarity(a) - rarity(b) || a.localeCompare(b)).slice(0, TOLD_MOST);
  const ways = subsetsOf(told).filter((asked) => asked.length < read.topic.length);
  return [
    plan,
    ...ways.slice(0, WAYS_MOST).map((asked): SearchPlan => {
      const left_out = read.topic.filter((word) => !asked.includes(word));
      const query = askFor(read, dictionary, { asked });
      return { ...plan, query, narrow: null, facets: [], answer: 'fewer', left_out, found_by: asked };
    }),
  ];
}

/** Parts of a list with the most members first, of as many those with the first members. Without the empty one. */
function subsetsOf(words: readonly string[]): string[][] {
  const masks = Array.from({ length: 2 ** words.length - 1 }, (_, at) => at + 1);
  const has = (mask: number, at: number) => (mask & (1 << (words.length - 1 - at))) !== 0;
  return masks
    .map((mask) => ({ mask, of: words.filter((_, at) => has(mask, at)) }))
    .toSorted((a, b) => b.of.length - a.of.length || b.mask - a.mask)
    .map(({ of }) => of);
}

/** Stretches of two signs and more within Chinese words. */
function substringsOf(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    const signs = [...word].slice(0, 12);
    if (!/^\p{Script=Han}+$/u.test(word)) continue;
    for (let from = 0; from < signs.length; from++)
      for (let to = from + 2; to <= signs.length; to++) if (to - from < signs.length) found.add(signs.slice(from, to).join(''));
  }
  return [...found];
}

/** How a plan is told to people. */
export function answerOf({ read, answer, left_out, found_by, meant }: SearchPlan): SearchAnswer {
  return {
    ...{ answer, parts: read.parts, left_out: [...left_out], found_by: [...found_by], key: queryKey(read) },
    ...(meant === undefined ? {} : { meant }),
  };
}
