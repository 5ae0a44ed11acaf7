/** Pure text rules of the search: what a document offers and what the index is asked for. */

import type { ItemSort } from '#contract/item.ts';
import { normalise } from './normalise.ts';

/** Places 1 to 500 of any order are tier 0, up to 1,000 tier 1, and so on by two; the rest is the last tier. */
export const TIER_ENDS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000] as const;
export const TIERS = TIER_ENDS.length + 1;

/** Longest text of one field that is indexed, characters. Beyond it nearly every pair has been seen. */
export const INDEXED_CHARS = 20_000;

const RUNS = /(?<han>\p{Script=Han}+)|(?<word>[[\p{L}\p{N}]--\p{Script=Han}]+)/gv;

function runsOf(text: string): Array<{ han: boolean; text: string }> {
  return [...text.matchAll(RUNS)].map((match) => ({ han: match.groups?.['han'] !== undefined, text: match[0] }));
}

/** Single characters and neighbouring pairs of Chinese runs, whole words of every other script. No doubles. */
export function termsOf(text: string): string[] {
  const found = new Set<string>();
  for (const run of runsOf(normalise(text.slice(0, INDEXED_CHARS)))) {
    if (!run.han) {
      // a longer run is a code or a link; its beginning is enough to find it
      found.add(run.text.slice(0, 40));
      continue;
    }
    const characters = [...run.text];
    for (const [index, character] of characters.entries()) {
      found.add(character);
      const next = characters[index + 1];
      if (next !== undefined) found.add(character + next);
    }
  }
  return [...found];
}

export interface QueryTerm {
  term: string;
  prefix: boolean;
}

export interface RankWord {
  word: string;
  /** For standing in the title; half for tags and categories, a sixth for the introduction. */
  points: number;
  /** What says the same: worth a part of it where the word itself is not said. */
  others?: readonly string[];
}

/** What a keyword asks of the index, and what its hits are ranked by. */
export interface ParsedQuery {
  /** Words that are marked on cards, the longest first. */
  words: string[];
  /** What recall asks the index for: all of them. `prefix` matches longer words too. */
  terms: QueryTerm[];
  /** For each word that has synonyms: it or one of them, each of which asks for all its terms. */
  either: QueryTerm[][][];
  /** What none may hold, each in PostgreSQL's form. */
  not?: readonly string[];
  rank: RankWord[];
  /** What stands further in front among those that fit, without being an order of its own. */
  lean?: ItemSort;
}

/** What the index is asked for a word: pairs of a Chinese one, the whole of another, as a beginning where it is of letters. */
export function askedOf(word: string): QueryTerm[] {
  return runsOf(word).flatMap(({ han, text }) => {
    if (!han) return [{ term: text.slice(0, 40), prefix: /^\p{L}/u.test(text) }];
    const characters = [...text];
    if (characters.length === 1) return [{ term: text, prefix: false }];
    return characters.slice(1).map((next, at) => ({ term: `${characters[at]}${next}`, prefix: false }));
  });
}

/** Lexeme of a facet code: no word looks like it. */
export function facetTerm(code: number): string {
  return `#${code}`;
}

/** Lexeme of a kind: in the index like a word, so that what a search reads does not grow with other kinds. */
export function kindTerm(code: number): string {
  return `#k${code}`;
}

/** The words in PostgreSQL's form. Terms are letters and digits only; quoted all the same. */
export function tsquery({ terms, either, not = [] }: ParsedQuery): string {
  return [...terms.map(termQuery), ...either.map(anyWay), ...not.map((one) => `!(${one})`)].join(' & ');
}

/** Who holds all of these. */
export const allOf = (asked: readonly QueryTerm[]): string => asked.map(termQuery).join(' & ');

const termQuery = ({ term, prefix }: QueryTerm): string => quoted(term) + (prefix ? ':*' : '');
const anyWay = (ways: readonly QueryTerm[][]): string => `(${ways.map((way) => `(${way.map(termQuery).join(' & ')})`).join(' | ')})`;

/** The words as ways to hold them, all terms of a way: one for each meaning of the first word that has several; `rest` asks for the others. */
export function conjunctionsOf({ terms, either: [first, ...others] }: ParsedQuery): { ways: QueryTerm[][]; rest: string[] } {
  return { ways: first ? first.map((way) => [...way, ...terms]) : [terms], rest: others.map(anyWay) };
}

export const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`;

const PRICE_WORDS = { vip: '会员', free: '免费', paid: '付费' } as const;

/** What a card prints of the price, found as a whole: a search for 会 does not mean every member's work. */
export function priceWord({ vip_only, price_fen }: { vip_only: boolean; price_fen: number }): string {
  return vip_only ? PRICE_WORDS.vip : price_fen === 0 ? PRICE_WORDS.free : PRICE_WORDS.paid;
}

export const isPriceWord = (word: string): boolean => Object.values<string>(PRICE_WORDS).includes(word);
