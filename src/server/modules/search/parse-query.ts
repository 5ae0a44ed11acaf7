import { isOfMany, namedCodes, type ReadQuery, readQuery } from './read-query.ts';
import { allOf, askedOf, type ParsedQuery, type QueryTerm, quoted, type RankWord } from './rules.ts';
import type { Dictionary } from './words/dictionary.ts';
import { relatedTo } from './words/related-words.ts';

const QUERY_TERMS = 24;
/** Of synonyms of a word, and of words of a query that have any. */
const SYNONYMS_MOST = 6;
/** Words that hits are ranked by: each costs three comparisons a document. */
const RANKED_MOST = 8;

/** Points of the words that decide, together; of the phrase that they make; of each word that only ranks, more where it is long: 两天一夜. */
const POINTS = { topic: 60, phrase: 20, named: 40, specific: 20, slight: 8, quiet: 3 };
/** A query of so few words finds many works that say them as well. */
const ALIKE_WORDS = 1;
const SPECIFIC_SIGNS = 4;
/** What is celebrated says more than the paper that is written for it: 婚礼预算. */
const WEIGHTS: Readonly<Record<string, number>> = { event: 1.5, rundown: 0.75 };
const WEIGHT_OF_MANY = 0.75;

/** What a text asks for; null where it says nothing to look for. */
export function parseQuery(keyword: string, dictionary: Dictionary): ParsedQuery | null {
  return askFor(readQuery(keyword, dictionary), dictionary);
}

/** Other forms in which works hold a word; of one that none holds the nearest, which ranks in its place. */
export interface WordForms {
  formsOf(word: string): readonly string[];
  nearestTo(word: string): string | undefined;
  /** Those that rank like the word: what stands for a word that works hold only finds. */
  rankingAs(word: string): readonly string[];
}
export const NO_FORMS: WordForms = { formsOf: () => [], nearestTo: () => undefined, rankingAs: () => [] };

/**
 * @param narrow its city, season and industry must be held as well
 * @param asked words that must be held
 * @param forms what is taken for a word besides its synonyms
 */
export function askFor(
  { text, topic, weak, quiet, unwanted, city, season, industry, sort }: ReadQuery,
  dictionary: Dictionary,
  { narrow = false, asked = topic, forms = NO_FORMS }: { narrow?: boolean; asked?: readonly string[]; forms?: WordForms } = {},
): ParsedQuery | null {
  if (asked.length === 0) return null;
  const othersOf = (word: string) => [...new Set([...dictionary.synonymsOf(word), ...forms.formsOf(word)])].slice(0, SYNONYMS_MOST);
  const rankedOf = (word: string) => [...new Set([...dictionary.synonymsOf(word), ...forms.rankingAs(word)])].slice(0, SYNONYMS_MOST);
  // what only ranks may be held by its core: 咖啡店 by 咖啡
  const coresOf = (word: string) => [...othersOf(word), ...coreOf(word, dictionary)];
  const terms = new Map<string, QueryTerm>();
  const either: QueryTerm[][][] = [];
  const told = new Set([city, season, industry]);
  for (const word of narrow ? [...asked, ...weak.filter((one) => told.has(one))] : asked) {
    const others = topic.includes(word) ? othersOf(word) : coresOf(word);
    if (others.length > 0 && either.length < SYNONYMS_MOST) either.push([word, ...others].map((one) => askedOfKnown(one, dictionary)));
    else for (const one of askedOfKnown(word, dictionary)) terms.set(one.term, one);
  }
  const not = unwanted.flatMap((word) => [
    ...[word, ...dictionary.synonymsOf(word)].map((one) => allOf(askedOfKnown(one, dictionary))),
    ...namedCodes(word, dictionary.classOf(word)).map(quoted),
  ]);
  const rank: RankWord[] = [];
  const add = (word: string, points: number, others: readonly string[] = []) => {
    if (!rank.some((one) => one.word === word)) rank.push({ word, points, ...(others.length > 0 && { others }) });
  };
  const weightOf = (word: string) => (isOfMany(word) ? WEIGHT_OF_MANY : (WEIGHTS[dictionary.classOf(word) ?? ''] ?? 1));
  const weight = topic.reduce((sum, word) => sum + weightOf(word), 0);
  const instead = new Set(topic.map((word) => forms.nearestTo(word)));
  for (const word of topic) {
    const points = (POINTS.topic * weightOf(word)) / weight;
    const nearest = forms.nearestTo(word);
    if (nearest !== undefined) {
      add(
        nearest,
        points,
        othersOf(word).filter((other) => !instead.has(other) && !topic.includes(other)),
      );
      continue;
    }
    const parts = dictionary.partsOf(word);
    // a work that says all of a compound says its parts too
    // a part counts once
    const others = rankedOf(word).filter((other) => !parts.includes(other));
    add(word, parts.length > 1 ? points / (others.length > 0 ? 1.5 : 3) : points, others);
    if (parts.length > 1) for (const part of parts) add(part, (points * 2) / 3 / parts.length);
  }
  const phrase = topic.join('');
  if (topic.length > 1 && text.includes(phrase)) add(phrase, POINTS.phrase);
  const slight = (word: string) =>
    /^\p{Script=Han}+$/u.test(word) && [...word].length >= SPECIFIC_SIGNS ? POINTS.specific : POINTS.slight;
  // of several industries each counts
  const isNamed = (word: string) => told.has(word) || dictionary.classOf(word) === 'industry';
  for (const word of weak) {
    const others = isNamed(word) ? [...new Set([...coresOf(word), ...relatedTo(word)])].slice(0, SYNONYMS_MOST) : coresOf(word);
    add(word, isNamed(word) ? POINTS.named : slight(word), others);
  }
  // of works that are alike, those that say the rest come first: 活动方案ppt, 团建去哪里
  const telling = topic.some((word) => dictionary.classOf(word) === 'format') ? /^\p{Script=Han}{2,3}$/u : /^\p{Script=Han}{3}$/u;
  if (topic.length + weak.length <= ALIKE_WORDS) for (const word of quiet) if (telling.test(word)) add(word, POINTS.quiet);
  const marked = [
    ...(topic.length > 1 ? [phrase] : []),
    ...topic,
    ...topic.flatMap((word) => dictionary.partsOf(word)),
    ...weak,
    ...topic.flatMap(othersOf),
  ];
  return {
    words: [...new Set(marked)].toSorted((a, b) => b.length - a.length),
    terms: [...terms.values()].slice(0, QUERY_TERMS),
    either,
    ...(not.length > 0 && { not }),
    rank: rank.slice(0, RANKED_MOST),
    ...(sort && { lean: sort }),
  };
}

/** The beginning of a word of three signs and more that is a word of the trade itself: 咖啡 of 咖啡店, 美妆 of 美妆品牌. */
function coreOf(word: string, { classOf }: Dictionary): string[] {
  const signs = [...word];
  for (let length = signs.length - 1; length >= 2; length--) {
    const core = signs.slice(0, length).join('');
    const of = classOf(core);
    if (of !== undefined && of !== 'quiet' && of !== 'weak') return [core];
  }
  return [];
}

/** A compound of known words is held by who holds these: 户外婚礼 by 户外草坪婚礼. */
const askedOfKnown = (word: string, dictionary: Dictionary): QueryTerm[] => dictionary.partsOf(word).flatMap(askedOf);
