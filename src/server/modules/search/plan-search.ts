import { NOT, type SearchAnswer, type SearchAnswerKind } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import type { Ctx } from '../../app/ctx.ts';
import { facetsOf } from '../catalog/index.ts';
import { correctKeyword } from './correct-keyword.ts';
import { askFor, NO_FORMS, type WordForms } from './parse-query.ts';
import { isOfMany, queryKey, type ReadQuery, readQuery } from './read-query.ts';
import { findFirstHeld, findKnownWords } from './repo.ts';
import { facetTerm, kindTerm, type ParsedQuery, quoted, tsquery } from './rules.ts';
import { type Dictionary, substringsOf } from './words/dictionary.ts';
import { dictionaryOf } from './words/load-dictionary.ts';
import { relatedTo, relatedToClass, relatedToSigns, relatedWithin } from './words/related-words.ts';

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
  /** Works that hold all of its words, where others follow them. */
  whole?: number;
}

/** Of the most telling words all ways to leave some out are tried, each by itself too. */
const TOLD_MOST = 5;
/** How much a word says of what is looked for, by its class: others 2. */
const TELLING: Readonly<Record<string, number>> = {
  event: 5,
  kind: 4,
  season: 3.5,
  venue: 3,
  role: 2.5,
  stage: 3,
  prop: 3,
  light: 3,
  sound: 3,
  industry: 2.5,
  rundown: 2,
};
/** Who is looked for stands behind what they are needed for: 舞台灯光师. */
const OF_LAST_ROLE = 3.5;
/** A place stands behind what it is for, and is what is looked for: 发布会场地. */
const OF_LAST_VENUE = 6;
const VENUE = /(?:场地|会场|场馆|宴会厅|路演厅|报告厅|礼堂|会议室|酒店)$/;
/** What stands behind the event that it is for is what is looked for: 年会伴手礼. */
const OF_LAST_PROP = 5.5;
/** What is rented is looked for, whatever it is for: 音响租赁 婚礼. */
const OF_RENTED = 6;
const RENTS = /租/;
const RENTED = new Set(['light', 'sound', 'stage', 'prop', 'venue']);
/** Who says that they look for somebody means them before what they are needed for: 找婚礼主持. */
const OF_SOUGHT_ROLE = 6;
const SEEKS = /^(?:想|我|要|急)*(?:找|请|招|雇|求)/;
/** 沙龙 of 茶艺沙龙. */
const OF_EVENT_OF_MANY = 1.9;
/** What only ranks decides where nothing better does: less than any word that decides. */
const OF_RANKING = 0.4;
/** What a part of a word is worth by itself, beside as many words as a query ranks by. */
const OF_PART = 5;
const RANKED_BESIDE = 7;
/** Classes that never decide beside others. */
const SLIGHT = new Set(['city', 'weak', 'quiet', 'kind', 'sort', 'price', 'format', 'people-unit']);

/** What the whole keyword asks for. Costs no statement once the words are known. `filter`: what the reader chose counts, not what was read. */
export async function planSearch(ctx: Ctx, keyword: string, filter: Pick<ItemFilter, 'price' | 'format'> = {}): Promise<SearchPlan> {
  const dictionary = await dictionaryOf(ctx);
  return wholePlan(readQuery(keyword, dictionary), dictionary, filter);
}

function wholePlan(read: ReadQuery, dictionary: Dictionary, { price, format }: Pick<ItemFilter, 'price' | 'format'>): SearchPlan {
  const query = askFor(read, dictionary);
  const told = [read.city, read.season, read.industry];
  const narrow = query !== null && read.weak.some((word) => told.includes(word)) ? askFor(read, dictionary, { narrow: true }) : null;
  const facets = facetsOf({
    ...(read.price && price === undefined ? { price: read.price } : {}),
    ...(read.format && format === undefined ? { format: read.format } : {}),
  });
  return { read, query, narrow, facets, answer: 'all', left_out: [], found_by: read.topic };
}

interface Relaxing {
  /** Where it is looked. */
  kind?: number | undefined;
  /** Codes of filters. */
  limits?: readonly number[];
  /** Works that were found already: others are looked for. */
  except?: readonly number[];
  /** Only these works are looked at. */
  among?: readonly number[] | undefined;
  /** Whether another spelling may be meant; default true. */
  guess?: boolean;
}

/**
 * What a keyword that finds nothing, or little, is answered with besides: what was probably meant where a word is unknown, the most telling of its
 * words that works hold together, each as it is or in a form that works hold (`formsIn`), then words within its words. Null where nothing is near.
 * A handful of statements by index, whatever the catalogue's size; asked again of the same plan, one.
 */
export async function relaxPlan(
  ctx: Ctx,
  plan: SearchPlan,
  { kind, limits = [], except = [], among, guess = true }: Relaxing,
): Promise<SearchPlan | null> {
  const ways = await nearerOf(ctx, plan);
  // what found something is no slip
  const meant = guess && except.length === 0 ? await ways.meant() : [];
  // a word that no work and no dictionary knows is a slip; one that only no work holds may be meant as it is
  const tried = ways.is_strange ? [...meant.slice(0, 1), ...ways.fewer, ...meant.slice(1)] : [...ways.fewer, ...meant];
  // what is left out is shown only where nothing else is
  return firstHeld(ctx, [...ways.whole, ...tried, ...(except.length === 0 ? ways.unwanted : []), ...ways.near], {
    kind,
    limits,
    except,
    among,
  });
}

/** All that a keyword may be answered with besides. */
interface Nearer {
  whole: SearchPlan[];
  fewer: SearchPlan[];
  near: SearchPlan[];
  /** With what is not wanted. */
  unwanted: SearchPlan[];
  /** What was probably meant; asks the database the first time. */
  meant(): Promise<SearchPlan[]>;
  is_strange: boolean;
}

/** Made once a plan, which lives as long as a request. */
const nearer = new WeakMap<SearchPlan, Promise<Nearer>>();

function nearerOf(ctx: Ctx, plan: SearchPlan): Promise<Nearer> {
  const made = nearer.get(plan) ?? makeNearer(ctx, plan);
  nearer.set(plan, made);
  return made;
}

async function makeNearer(ctx: Ctx, plan: SearchPlan): Promise<Nearer> {
  const dictionary = await dictionaryOf(ctx);
  const { read } = plan;
  const words = [...read.topic, ...rankingOf(read, dictionary)];
  const within = substringsOf(words);
  const near_to = words.flatMap((word) => [word, ...dictionary.partsOf(word), ...standingFor(word, dictionary)]);
  const held = await findKnownWords(ctx.db, [...new Set([...near_to, ...within])]);
  // the vocabulary has no shorter words of letters: ai may be held
  const short = words.filter((word) => /^[a-z]{2}$/.test(word) && dictionary.classOf(word) !== undefined);
  const known = [...short, ...held.filter((word) => words.some((one) => one === word || dictionary.partsOf(one).includes(word)))];
  const forms = formsIn(words, [...short.filter((word) => relatedTo(word).length === 0), ...held], dictionary);
  const isStrange = (word: string) => !known.includes(word) && dictionary.classOf(word) === undefined && relatedTo(word).length === 0;
  const near = held
    .filter((word) => within.includes(word))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 8)
    .map((word): SearchPlan => {
      const query = askFor({ ...read, topic: [word] }, dictionary, { forms });
      // ranked by all that was asked for, so that what says a part of a word stays below what says more
      const rank = [...(askFor(read, dictionary, { forms })?.rank ?? []).slice(0, RANKED_BESIDE), { word, points: OF_PART }];
      return { ...plan, query: query && { ...query, rank }, narrow: null, facets: [], answer: 'near', left_out: [], found_by: [word] };
    });
  let corrected: Promise<SearchPlan[]> | null = null;
  return {
    whole: plan.facets.length > 0 ? [{ ...plan, facets: [], answer: 'fewer', left_out: filterNames(read) }] : [],
    fewer: waysOf(plan, known, dictionary, forms),
    near,
    unwanted: withUnwanted(plan, dictionary),
    async meant() {
      // a word of the trade that no work holds is no slip
      if (read.topic.every((word) => known.includes(word) || dictionary.classOf(word) !== undefined)) return [];
      corrected ??= meantBy(ctx, read, { known, dictionary });
      return corrected;
    },
    is_strange: read.topic.some(isStrange),
  };
}

function withUnwanted(plan: SearchPlan, dictionary: Dictionary): SearchPlan[] {
  const { unwanted, topic } = plan.read;
  if (unwanted.length === 0) return [];
  const all = wholePlan({ ...plan.read, unwanted: [] }, dictionary, {});
  return [{ ...all, read: plan.read, answer: 'fewer', left_out: unwanted.map((word) => `${NOT}${word}`), found_by: topic }];
}

/** What was probably meant, whole and by less than its words. */
async function meantBy(ctx: Ctx, { text }: ReadQuery, { known, dictionary }: { known: readonly string[]; dictionary: Dictionary }) {
  const meant = await correctKeyword(ctx, text);
  if (meant === null) return [];
  const right = wholePlan(readQuery(meant, dictionary), dictionary, {});
  const unfiltered = right.facets.length > 0 ? [{ ...right, facets: [] }] : [];
  return [right, ...unfiltered, ...waysOf(right, known, dictionary, NO_FORMS)].map(
    (way): SearchPlan => ({ ...way, answer: 'meant', meant }),
  );
}

/** Words that only rank and may decide where nothing better does: a season, an industry, a place of an event. */
const rankingOf = ({ weak }: ReadQuery, { classOf }: Dictionary): string[] =>
  weak.filter((word) => !SLIGHT.has(classOf(word) ?? 'weak') && !/^\d+$/.test(word));

/** A 冰屏 is a screen before it is of a stage. */
const ENDING_FORMS: Readonly<Record<string, readonly string[]>> = { 屏: ['屏幕', '大屏'], 灯: ['灯光'], 墙: ['背板'] };

/** Ways to say a word, at most. */
const FORMS_MOST = 4;
/** Classes that say what a work shows, whatever stands beside them. */
const SHOWN = new Set(['light', 'sound', 'stage', 'venue']);

/** Of names, and of words of the language that are none of the trade, single signs mean nothing: 数学 is no school. */
const isTellingBySigns = (word: string, { classOf, isWord }: Dictionary): boolean =>
  classOf(word) === undefined ? !isWord(word) : classOf(word) !== 'name' && !SLIGHT.has(classOf(word) ?? '');

/** All words that may stand for one. */
const standingFor = (word: string, { classOf }: Dictionary): string[] => [
  ...[...relatedTo(word), ...relatedWithin(word, classOf(word))],
  ...[...relatedToSigns(word), ...relatedToClass(classOf(word))],
];

/**
 * In which other forms works hold a word: as the words of the trade within one that none holds, then as what is related to it, last as what is of its
 * class. Of a word that none holds the nearest that is held comes first.
 */
function formsIn(words: readonly string[], held: readonly string[], dictionary: Dictionary): WordForms {
  const { classOf, partsOf, synonymsOf } = dictionary;
  const isTold = (word: string) => classOf(word) !== undefined && !SLIGHT.has(classOf(word) ?? '');
  const forms = new Map<string, string[]>();
  const nearest = new Map<string, string>();
  for (const word of words) {
    const isHeld = held.includes(word);
    const held_inside = isHeld ? [] : substringsOf([word]).filter((part) => held.includes(part));
    const inside = held_inside.filter(isTold);
    const longest = inside.filter((part) => !inside.some((other) => other !== part && other.includes(part)));
    const own = relatedTo(word);
    const within = !isHeld && longest.length === 0 && own.length === 0 ? relatedWithin(word, classOf(word)) : [];
    const by_signs = !isHeld && held_inside.length === 0 && own.length + within.length === 0 && isTellingBySigns(word, dictionary);
    const near = [...new Set([...own, ...longest, ...within, ...(by_signs ? relatedToSigns(word) : [])])];
    const alone = words.every((other) => other === word || (!held.includes(other) && relatedTo(other).length === 0));
    // what is inside a word says more than what it is of: 签到 of 签到墙
    const by_class = !isHeld && near.length === 0 && (alone || SHOWN.has(classOf(word) ?? ''));
    const all = by_class ? (ENDING_FORMS[word.at(-1) ?? ''] ?? relatedToClass(classOf(word))) : near;
    const isWhole = isHeld || synonymsOf(word).length > 0 || partsOf(word).every((part) => held.includes(part));
    const first = isWhole ? undefined : near.find((one) => held.includes(one) && !words.includes(one));
    if (first !== undefined) nearest.set(word, first);
    forms.set(word, (first === undefined ? all : [...new Set([first, ...all])]).slice(0, FORMS_MOST));
  }
  const formsOf = (word: string) => forms.get(word) ?? [];
  return { formsOf, nearestTo: (word) => nearest.get(word), rankingAs: (word) => (held.includes(word) ? [] : formsOf(word)) };
}

/** What was read as a filter, in words. */
const filterNames = ({ parts }: ReadQuery): string[] =>
  parts.filter(({ role }) => role === 'format' || role === 'price').map(({ label }) => label);

async function firstHeld(ctx: Ctx, plans: readonly SearchPlan[], { kind, limits = [], except = [], among }: Relaxing) {
  const asked = plans.flatMap((plan) => {
    if (!plan.query) return [];
    const codes = [...plan.facets, ...limits].map(facetTerm);
    const of = [tsquery(plan.query), ...[...codes, ...(kind === undefined ? [] : [kindTerm(kind)])].map(quoted)].join(' & ');
    return [{ plan, of }];
  });
  if (asked.length === 0) return null;
  const queries = asked.map(({ of }) => of);
  const first = await findFirstHeld(ctx.db, queries, { except, among });
  return first === null ? null : (asked[first]?.plan ?? null);
}

/**
 * All ways to find a keyword by less than its own words: all of them in other forms, then with words left out, as few as possible, the least telling
 * and rarest first. Filters that were read go with the first word.
 */
function waysOf(plan: SearchPlan, known: readonly string[], dictionary: Dictionary, forms: WordForms): SearchPlan[] {
  const { read } = plan;
  // words that works hold come by how many do
  const rarity = (word: string) => {
    const places = dictionary.partsOf(word).map((part) => known.indexOf(part));
    return places.some((place) => place < 0) ? known.length + 1 : Math.max(...places);
  };
  const last = read.topic.at(-1);
  const [seeks, rents] = [SEEKS.test(read.text), RENTS.test(read.text)];
  const tellingOf = (of: string, word: string) => {
    if (isOfMany(word)) return OF_EVENT_OF_MANY;
    if (of === 'role' && seeks) return OF_SOUGHT_ROLE;
    if (rents && RENTED.has(of)) return OF_RENTED;
    if (word === last && VENUE.test(word)) return OF_LAST_VENUE;
    if (word === last && of === 'prop') return OF_LAST_PROP;
    return of === 'role' && word === last ? OF_LAST_ROLE : (TELLING[of] ?? 2);
  };
  const telling = (word: string) => tellingOf(dictionary.classOf(word) ?? '', word) - (rarity(word) > known.length ? 4 : 0);
  const most_telling = (words: readonly string[]) =>
    // of two that are equally telling, the first: what comes behind is what it is a kind of
    words.toSorted((a, b) => telling(b) - telling(a) || rarity(a) - rarity(b));
  // a feast says as much as any word: 重阳节慰问老人
  const ranking = rankingOf(read, dictionary);
  const isFeast = (word: string) => dictionary.classOf(word) === 'season';
  const told = [
    ...most_telling([...read.topic, ...ranking.filter(isFeast)]),
    ...most_telling(ranking.filter((word) => !isFeast(word))),
  ].slice(0, TOLD_MOST);
  const decides = (word: string) => read.topic.includes(word) || isFeast(word);
  const worth = (words: readonly string[]) => words.reduce((sum, word) => sum + (decides(word) ? 1 : OF_RANKING), 0);
  const changed = (asked: readonly string[]) =>
    read.topic.some((word) => !asked.includes(word)) || asked.some((word) => forms.formsOf(word).length > 0);
  return subsetsOf(told)
    .toSorted((a, b) => worth(b) - worth(a))
    .filter(changed)
    .map((asked): SearchPlan => {
      const isUnheld = (word: string) => rarity(word) > known.length && forms.formsOf(word).length > 0;
      return {
        ...plan,
        ...{ query: askFor(read, dictionary, { asked, forms }), narrow: null, facets: [], answer: 'fewer' as const },
        left_out: read.topic.filter((word) => !asked.includes(word) || isUnheld(word)),
        found_by: [...new Set(asked.flatMap((word) => (isUnheld(word) ? forms.formsOf(word).slice(0, 2) : [word])))],
      };
    });
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

/** What a page says of a plan. */
export function answerOf({ read, answer, left_out, found_by, meant, whole }: SearchPlan): SearchAnswer {
  return {
    ...{ answer, parts: read.parts, left_out: [...left_out], found_by: [...found_by], key: queryKey(read) },
    ...(meant === undefined ? {} : { meant }),
    ...(whole === undefined ? {} : { whole }),
  };
}
