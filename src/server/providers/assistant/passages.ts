import { KINDS } from '#contract/kinds.ts';
import type { AnswerWish, GivenSource } from './port.ts';
import { quotableOf } from './sandbox-lines.ts';
import { FORMS, type Sought, soughtOf } from './sandbox-sought.ts';

/** A line of a work, as it may be quoted. */
export interface Passage {
  text: string;
  /** Place among the lines of its work. */
  at: number;
  /** How much of the question it says with its title and its introduction: about 0 to 1.3. */
  score: number;
  /** It holds all that is asked itself, in a work about the event that is asked of. */
  is_outright: boolean;
  /** It says what the work is about, not how it is. */
  is_summary: boolean;
}

type Work = Pick<GivenSource, 'title' | 'kind' | 'text' | 'told' | 'of_no_event'>;

/** A word that stands in the line, in the title, in the introduction. */
const [IN_LINE, IN_TITLE, INTRODUCED] = [1, 0.75, 0.5] as const;
/** Pairs of signs are the same in a weaker way: 取餐线 and 餐线. */
const [PAIR_IN_TITLE, PAIR_INTRODUCED] = [0.6, 0.3] as const;
/** Shares of a score: words with their context, pairs with theirs, words and pairs of the line itself. */
const [WORDS, PAIRS, OWN_WORDS, OWN_PAIRS] = [0.6, 0.3, 0.15, 0.1] as const;
const [FORM, ARTICLE, LAST_NAMED, WHOLE, SIGN, NAMES_EVENT] = [0.18, 0.05, 0.15, 0.2, 0.12, 0.08] as const;
/** Lines of a work that hold a sign which is rare; what a line of it must share. */
const [RARE_LINES, SHARED_LEAST] = [2, 0.5] as const;
const ARTICLE_NOUN = KINDS.article.noun;
/** Their introduction names what they are about; that of others says how it is. */
const SUMMARISED: ReadonlySet<string> = new Set([ARTICLE_NOUN, KINDS.course.noun]);
const WHOLES: ReadonlySet<string> = new Set([ARTICLE_NOUN, KINDS.talk.noun]);
const [OTHER_EVENT, NO_EVENT, CONTENTS_LINE, FIRST_LINE, CLOCK] = [0.25, 0.18, 0.3, 0.12, 0.15] as const;
/** Of a line that names the event and says nothing that is asked: more of the same, for who asks again. */
const ASIDE = 0.6;
/** Of a work that only mentions the event, and is named for another. */
const TITLED_OTHER = 0.08;
/** Of a line that leaves the matter of the talk. */
const LEAVES = 0.2;
/** A word that none of the works says makes lines no more unlike. */
const UNSAID = 0.35;
/** What so many of the works say narrows nothing. */
const SAID_BY_MOST = 0.4;
/** Of what only ranks, where nothing else is asked of an event. */
const RANKING_LEAST = 0.4;
/** Of an event and of what earlier questions gave, whole; of others a part of how rare they are. */
const POINTS = { event: 2, beside: 1.5 } as const;
const PARTS = { own: 1, weak: 0.5, before: 0.5, event: 0, beside: 0 } as const;
/** Of a question, which may be long. */
const [WORDS_MOST, PAIRS_MOST, QUESTION_READ] = [12, 24, 200] as const;
const LINES_MOST = 200;
/** A line below it says nothing of what is asked. */
export const LEAST = 0.35;

/** What a work lists of itself says none of it. */
const CONTENTS = /^(?:这份方案)?(?:里面|里)有：/;
/** A line of a run-down answers when, in which order, and how it is arranged. */
const CLOCK_LINE = /^(?:\S{2,6}：)?\d{1,2}:\d\d [^：]{0,14}$/;
const ASKS_TIME = /流程|几点|时间|安排|顺序|环节|什么时候|怎么[走排]|多久|当天/;
const HOW = /怎么|如何|怎样|什么|哪些|几|多少/;
const ORDERED = /流程|顺序|环节/;
/** Signs of questions and of numbers, of no matter. */
const COMMON = /[的了吗呢么吧啊是有在和与要能会什怎样如何哪多少几一二三四五六七八九十百千万个可以]/u;

const rareness = (all: number, held: number): number => Math.log(1 + (all - held + 0.5) / (held + 0.5));
/** Signs of most questions, rare or not. */
const OF_QUESTIONS = /[好上下前后中里用给做办我你您他们谁人元天次场家公司活动准备安排请问大小]/u;
/** Neighbouring signs of a question that say something: 取餐, 餐线. */
export const pairsOf = (question: string): string[] => {
  const runs = question.slice(0, QUESTION_READ).match(/\p{Script=Han}+/gu) ?? [];
  const pairs = new Set(runs.flatMap((run) => [...run].slice(1).map((sign, at) => `${run[at]}${sign}`)));
  return [...pairs].filter((pair) => !COMMON.test(pair) && ![...pair].every((sign) => OF_QUESTIONS.test(sign))).slice(0, PAIRS_MOST);
};
const share = (part: number, all: number): number => (all === 0 ? 0 : part / all);

interface ReadWork<W> {
  work: W;
  introduction: string;
  lines: readonly string[];
}

/** A question beside works: its words and pairs of signs with what each is worth, and the forms of its answer. */
function weigh({ question, about = [] }: Pick<AnswerWish, 'question' | 'about'>, read: ReadonlyArray<ReadWork<Work>>) {
  const texts = read.map(({ work, lines }) => [work.title, work.text, ...lines]);
  const sought = soughtOf({ question, about: about.slice(0, WORDS_MOST) }, texts, FORMS);
  const heldBy = (holds: (text: string) => boolean) => read.filter(({ work }) => holds(work.title) || holds(work.text)).length;
  const rare = sought.flatMap((one) => {
    if (one.word === '' || one.is === 'form') return [];
    const held = heldBy(one.heldBy);
    return [{ ...one, held, points: rareness(read.length, held) * one.share * (held === 0 ? UNSAID : 1) * PARTS[one.is] }];
  });
  // an event says no more than what is asked of it
  const most = Math.max(0, ...rare.map(({ points }) => points)) || POINTS.event;
  const words = rare.map((one) => ({
    ...one,
    points: one.is === 'event' || one.is === 'beside' ? Math.min(most, POINTS[one.is]) : one.points,
  }));
  const of = (...which: Sought['is'][]) => words.filter(({ is }) => which.includes(is));
  const [own, events] = [of('own'), of('event', 'beside')];
  const names = events.map(({ word }) => word);
  const pairs = pairsOf(question)
    .filter((pair) => !names.some((name) => name.includes(pair)))
    .map((pair) => ({ pair, held: heldBy((text) => text.includes(pair)) }))
    .flatMap(({ pair, held }) => (held > 0 ? [{ pair, points: rareness(read.length, held) }] : []));
  const signs = [...new Set(names.reduce((left, name) => left.replaceAll(name, ' '), question.slice(0, QUESTION_READ)))];
  return {
    ...{ words, pairs, own, events, things: of('own', 'weak') },
    forms: sought.filter(({ word, is }) => word === '' && is !== 'form'),
    // 抽奖怎么安排 asks of 抽奖, 婚礼怎么安排 of its order
    in_order: own.length > 0 && !own.some(({ word }) => ORDERED.test(word)) ? [] : sought.filter(({ is }) => is === 'form'),
    signs: signs.filter((sign) => /\p{Script=Han}/u.test(sign) && !COMMON.test(sign) && !OF_QUESTIONS.test(sign)),
    /** A work is named for what is asked. */
    is_titled: read.some(({ work }) => own.some((one) => one.heldBy(work.title))),
    asks_time: ASKS_TIME.test(question),
    asks_how: HOW.test(question),
  };
}
type Weighed = ReturnType<typeof weigh>;

const pointsOf = (of: ReadonlyArray<{ points: number }>): number => of.reduce((sum, { points }) => sum + points, 0);

/** What must stand in a line that answers outright, beside its own words. */
function strictnessOf({ own, events, things, forms, in_order, words }: Weighed, read: ReadonlyArray<ReadWork<Work>>) {
  const eventsOf = ({ title, text }: Work) => events.filter((one) => one.heldBy(title) || one.heldBy(text)).length;
  const most_events = Math.max(0, ...read.map(({ work }) => eventsOf(work)));
  const is_form_alone = own.every(({ of_any }) => of_any);
  // where an event alone is named, what only ranks is asked
  const is_asked = own.length > 0 || (events.length > 0 && forms.length + in_order.length > 0);
  const telling = is_asked ? [] : things.filter(({ word, held }) => word.length > 1 && held <= SAID_BY_MOST * read.length);
  return {
    /** What no work says, or says by its parts alone, is answered by none. */
    is_unsaid: (events.length === 0 && telling.some(({ held }) => held === 0)) || own.some(({ is_part }) => is_part),
    ranking: telling.filter(({ held }) => held > 0),
    places: words.filter(({ is_place }) => is_place),
    before: events.length === 0 ? words.filter(({ is }) => is === 'before') : [],
    /** What is asked of the event itself is said by works of all that names it: 跨年晚会, 开学典礼. */
    isOfEvents: (work: Work) => !is_form_alone || (eventsOf(work) === most_events && most_events >= Math.min(2, events.length)),
  };
}

/** A work beside the question: what of it stands in its title and its introduction. */
function around({ words, pairs, own, events, signs }: Weighed, { work, introduction, lines }: ReadWork<Work>, is_last: boolean) {
  const { title, kind } = work;
  const isAround = ({ heldBy }: Sought) => heldBy(title) || heldBy(introduction);
  const linesWith = (sign: string) => lines.filter((line) => line.includes(sign)).length;
  return {
    words: words.map(({ heldBy }) => (heldBy(title) ? IN_TITLE : heldBy(introduction) ? INTRODUCED : 0)),
    pairs: pairs.map(({ pair }) => (title.includes(pair) ? PAIR_IN_TITLE : introduction.includes(pair) ? PAIR_INTRODUCED : 0)),
    of_event: events.length === 0 || events.some(isAround) || is_last,
    /** Its title names another event alone. */
    is_of_other: work.of_no_event === false && events.length > 0 && !is_last && !events.some(({ heldBy }) => heldBy(title)),
    is_last,
    names_event: events.some(({ heldBy }) => heldBy(title)),
    is_titled: own.some(({ heldBy }) => heldBy(title)),
    /** All that is asked stands in the title of an article or a short talk: all of it is about that. */
    is_whole: WHOLES.has(kind) && own.length > 0 && own.every(({ heldBy }) => heldBy(title)),
    isAround,
    /** In other words: 厕位 and 厕所 share a rare sign. */
    rare: signs.map((sign) => ({ sign, n: linesWith(sign) })).filter(({ n }) => n > 0 && n <= RARE_LINES),
  };
}

/**
 * Lines of works by how much they say of a question, the best of each work first: its words by how few of the works hold them, in the line or around it,
 * pairs of its signs, and the form of its answer. `isLast`: the answer before named this work.
 */
export function rankPassages<W extends Work>(
  wish: Pick<AnswerWish, 'question' | 'about'>,
  works: readonly W[],
  isLast: (work: W) => boolean = () => false,
): { found: Array<{ work: W; passages: Passage[]; of_event: boolean }>; core: Sought[]; forms: Sought[] } {
  const read = works.map((work) => {
    const [introduction = ''] = work.text.split('\n');
    return { work, introduction, lines: quotableOf(work).slice(0, LINES_MOST) };
  });
  const asked = weigh(wish, read);
  const strict = strictnessOf(asked, read);
  const { own, forms, in_order } = asked;
  const found = read.map((one) => {
    const of = around(asked, one, isLast(one.work));
    const bonus = (one.work.kind === ARTICLE_NOUN ? ARTICLE : 0) + (of.is_last ? LAST_NAMED : 0);
    const passages = one.lines.flatMap((text, at) => {
      const line = lineOf(asked, of, one, text);
      if (line === null) return [];
      const is_outright = !line.is_summary && !line.is_clock && answersAll(asked, strict, { of, line, text, work: one.work });
      return [
        { text, at, score: line.score + bonus, is_outright, is_summary: line.is_summary, is_formed: line.is_formed && line.in_line > 0 },
      ];
    });
    return { work: one.work, of_event: of.of_event, passages };
  });
  // where a line says how much or when of what is asked, others say less than they seem
  const is_formed = found.some(({ passages }) => passages.some((one) => one.is_formed && one.score >= LEAST));
  const rated = found.map(({ passages, ...one }) => ({
    ...one,
    passages: passages
      .map(({ is_formed: formed, ...passage }) => ({ ...passage, score: passage.score - (is_formed && !formed ? FORM : 0) }))
      .toSorted((a, b) => b.score - a.score || a.at - b.at),
  }));
  const best = ({ passages }: { passages: readonly Passage[] }) => passages[0]?.score ?? 0;
  return {
    found: rated.toSorted((a, b) => best(b) - best(a)),
    core: own,
    forms: [...forms, ...in_order],
  };
}

/** What a line says of the question; null: none of what is asked. */
function lineOf(
  { words, pairs, things, own, events, forms, in_order, is_titled, asks_time, asks_how }: Weighed,
  of: ReturnType<typeof around>,
  { work, introduction }: ReadWork<Work>,
  text: string,
) {
  const is_ordered = in_order.some(({ heldBy }) => heldBy(text));
  const held = words.map(({ word, heldBy }) => heldBy(text) || (is_ordered && ORDERED.test(word)));
  const paired = pairs.map(({ pair }) => text.includes(pair));
  const in_line = pointsOf(words.filter(({ is }, n) => held[n] && (is === 'own' || is === 'weak')));
  const is_formed = forms.length > 0 && forms.every(({ heldBy }) => heldBy(text));
  const asks_all = own.length === 0 && forms.length + in_order.length === 0;
  const shared = of.rare.reduce((sum, { sign, n }) => sum + (text.includes(sign) ? 1 / n : 0), 0);
  const says_it =
    in_line > 0 ||
    paired.some(Boolean) ||
    of.is_whole ||
    (of.of_event &&
      (events.length > 0 || of.is_titled || of.is_last) &&
      ((is_formed && (own.length === 0 || of.is_titled || of.is_last || (of.names_event && !is_titled))) ||
        is_ordered ||
        asks_all ||
        shared >= SHARED_LEAST));
  const is_aside = !says_it && of.of_event && events.some(({ heldBy }) => heldBy(text));
  if (!says_it && !is_aside) return null;
  const is_introduced = introduction !== work.text && introduction.includes(text);
  const is_contents = CONTENTS.test(text);
  const is_clock = CLOCK_LINE.test(text) && !asks_time;
  const of_words = words.reduce((sum, { points }, n) => sum + points * Math.max(held[n] ? IN_LINE : 0, of.words[n] ?? 0), 0);
  const of_pairs = pairs.reduce((sum, { points }, n) => sum + points * Math.max(paired[n] ? IN_LINE : 0, of.pairs[n] ?? 0), 0);
  // a question behind another is asked of what that one asked, or of the works that answered it
  const behind = words.filter(({ is }) => is === 'before' || is === 'beside');
  const leaves = behind.length > 0 && !of.is_last && !behind.some((one) => one.heldBy(text) || of.isAround(one));
  const is_of_other = !of.of_event && !events.some(({ heldBy }) => heldBy(text));
  const score =
    WORDS * share(of_words, pointsOf(words)) +
    PAIRS * share(of_pairs, pointsOf(pairs)) +
    OWN_WORDS * share(in_line, pointsOf(things)) +
    OWN_PAIRS * share(pointsOf(pairs.filter((_, n) => paired[n])), pointsOf(pairs)) +
    (forms.length === 0 ? 0 : is_formed ? FORM : -FORM) +
    (is_ordered ? FORM : 0) +
    (of.is_whole && own.length > 1 ? WHOLE : 0) +
    (of.names_event ? NAMES_EVENT : 0) +
    SIGN * Math.min(1, shared) -
    (is_of_other ? (work.of_no_event ? NO_EVENT : OTHER_EVENT) : 0) -
    (is_aside ? ASIDE : 0) -
    (leaves ? LEAVES : 0) -
    (of.is_of_other ? TITLED_OTHER : 0) -
    (is_contents ? CONTENTS_LINE : 0) -
    (is_introduced ? FIRST_LINE : 0) -
    (is_clock ? CLOCK : 0);
  return {
    in_line,
    score,
    is_summary: (is_introduced && (SUMMARISED.has(work.kind) || (asks_how && !is_formed))) || is_contents,
    is_clock,
    is_formed,
    is_ordered,
  };
}

/** Whether a line holds all that is asked itself, in a work about the event. */
function answersAll(
  { own, events, forms, in_order }: Weighed,
  { is_unsaid, ranking, places, before, isOfEvents }: ReturnType<typeof strictnessOf>,
  { of, line, text, work }: { of: ReturnType<typeof around>; line: NonNullable<ReturnType<typeof lineOf>>; text: string; work: Work },
): boolean {
  const asked_events = events.filter(({ is }) => is === 'event');
  // 流程 is answered by a run-down of what the title names
  const isHeld = (one: Sought) => one.heldBy(text) || (line.is_ordered && (ORDERED.test(one.word) || of.isAround(one)));
  return (
    !is_unsaid &&
    of.of_event &&
    !of.is_of_other &&
    (events.length === 0 || isOfEvents(work)) &&
    (before.length === 0 || before.some((one) => one.heldBy(text) || of.isAround(one))) &&
    places.every((one) => one.heldBy(text) || of.isAround(one)) &&
    pointsOf(ranking.filter(({ heldBy }) => heldBy(text))) >= RANKING_LEAST * pointsOf(ranking) &&
    // 开业舞狮多少钱 asks of both
    (own.length > 0 || forms.length === 0 || asked_events.every(({ heldBy }) => heldBy(text) || heldBy(work.title))) &&
    own.every(isHeld) &&
    // one word alone says too little, unless the line is headed by it or has the form of the answer
    (own.length + before.length !== 1 ||
      of.names_event ||
      forms.length + in_order.length > 0 ||
      own.every(({ heldBy }) => heldBy(headOf(text)))) &&
    // of a plan that is about the event a line must name it
    (own.length + forms.length + in_order.length > 0 || WHOLES.has(work.kind) || events.some(({ heldBy }) => heldBy(text))) &&
    (forms.length === 0 || (line.is_formed && isBeside(text, own, forms))) &&
    (in_order.length === 0 || line.is_ordered) &&
    (own.length + forms.length + in_order.length > 0 || of.names_event)
  );
}

/** 堵门游戏玩什么：… */
const headOf = (line: string): string => (line.includes('：') ? line.slice(0, line.indexOf('：')) : '');

/** 红鸡蛋、喜糖，每份 15 元: of all that stands before it. */
const EACH = /^\s*每[份个套件束盒瓶]/;
/** Where a line holds both, what is asked stands beside the word: of a list 红包、人均一百二十元 says no amount of 红包. */
const isBeside = (line: string, words: readonly Sought[], forms: readonly Sought[]): boolean =>
  words.length === 0 ||
  line
    .split(/[、，；]/)
    .some((part) => (EACH.test(part) || words.some(({ heldBy }) => heldBy(part))) && forms.every(({ heldBy }) => heldBy(part)));
