import { type ReadQuery, readQuery } from './read-query.ts';
import { askedOf, type ParsedQuery, type QueryTerm, type RankWord } from './rules.ts';
import type { Dictionary } from './words/dictionary.ts';

const QUERY_TERMS = 24;
/** Of synonyms of a word, and of words of a query that have any. */
const SYNONYMS_MOST = 6;
/** Words that hits are ranked by: each costs three comparisons a document. */
const RANKED_MOST = 8;

/** Points of the words that decide, together; of the phrase that they make; of each word that only ranks. */
const POINTS = { topic: 60, phrase: 20, weak: 24, slight: 8 };
const OF_SYNONYM = 0.6;

/** What a text asks for; null where it says nothing to look for. */
export function parseQuery(keyword: string, dictionary: Dictionary): ParsedQuery | null {
  return askFor(readQuery(keyword, dictionary), dictionary);
}

/** @param narrow words that only rank must be held as well */
export function askFor(
  { text, topic, weak, city, season, industry, sort }: ReadQuery,
  dictionary: Dictionary,
  { narrow = false, asked = topic }: { narrow?: boolean; asked?: readonly string[] } = {},
): ParsedQuery | null {
  if (asked.length === 0) return null;
  const terms = new Map<string, QueryTerm>();
  const either: QueryTerm[][][] = [];
  for (const word of narrow ? [...asked, ...weak] : asked) {
    const others = dictionary.synonymsOf(word).slice(0, SYNONYMS_MOST);
    if (others.length > 0 && either.length < SYNONYMS_MOST) either.push([word, ...others].map((one) => askedOfKnown(one, dictionary)));
    else for (const one of askedOfKnown(word, dictionary)) terms.set(one.term, one);
  }
  const told = new Set([city, season, industry]);
  const rank: RankWord[] = [];
  const add = (word: string, points: number) => {
    if (!rank.some((one) => one.word === word)) rank.push({ word, points });
  };
  for (const word of topic) {
    const parts = dictionary.partsOf(word);
    const points = POINTS.topic / topic.length;
    // a work that says all of a compound says its parts too
    add(word, parts.length > 1 ? points / 3 : points);
    if (parts.length > 1) for (const part of parts) add(part, (points * 2) / 3 / parts.length);
  }
  const phrase = topic.join('');
  if (topic.length > 1 && text.includes(phrase)) add(phrase, POINTS.phrase);
  for (const word of weak) add(word, told.has(word) ? POINTS.weak : POINTS.slight);
  const synonyms = topic.flatMap((word) => dictionary.synonymsOf(word).slice(0, SYNONYMS_MOST));
  for (const word of synonyms) add(word, (POINTS.topic / topic.length) * OF_SYNONYM);
  const marked = [
    ...(topic.length > 1 ? [phrase] : []),
    ...topic,
    ...topic.flatMap((word) => dictionary.partsOf(word)),
    ...weak,
    ...synonyms,
  ];
  return {
    words: [...new Set(marked)].toSorted((a, b) => b.length - a.length),
    terms: [...terms.values()].slice(0, QUERY_TERMS),
    either,
    rank: rank.slice(0, RANKED_MOST),
    ...(sort && { lean: sort }),
  };
}

/** A compound of known words is held by who holds these: 户外婚礼 by 户外草坪婚礼. */
const askedOfKnown = (word: string, dictionary: Dictionary): QueryTerm[] => dictionary.partsOf(word).flatMap(askedOf);
