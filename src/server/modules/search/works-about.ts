import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { AboutWord } from '../../providers/assistant/port.ts';
import { facetsOf, itemsById } from '../catalog/index.ts';
import { numberPoints } from './arrange-hits.ts';
import { findSample, findWorded, type Hit, hitsAmong, type SampledWork } from './hits.repo.ts';
import { normalise } from './normalise.ts';
import { parseQuery } from './parse-query.ts';
import { planSearch, relaxPlan, type SearchPlan } from './plan-search.ts';
import { type ReadQuery, readQuery } from './read-query.ts';
import { askingOf, hitsByTiers } from './read-tiers.ts';
import { findTexts } from './repo.ts';
import { facetTerm, kindTerm, quoted, TIERS, tsquery } from './rules.ts';
import { asksOfAny, isDayOf, isEventWord, namesOf, OF_ANY, PARTS, SUBJECT_CHARS, subjectOf, withSubject } from './subject-of.ts';
import { type Dictionary, substringsOf, type WordClass } from './words/dictionary.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

/** Words that narrow a keyword, as `readQuery` understands them, with what they are read as. */
const NARROWING = [
  { word: '免费', of: 'price', codes: facetsOf({ price: 'free' }) },
  { word: 'PPT', of: 'format', codes: facetsOf({ format: 'pptx' }) },
  { word: 'PDF', of: 'format', codes: facetsOf({ format: 'pdf' }) },
  { word: 'PSD', of: 'format', codes: facetsOf({ format: 'psd' }) },
] as const;
const ASKED = NARROWING.map(({ codes }) => codes.map(facetTerm).map(quoted).join(' & '));

export interface WorksSample {
  /** Whose title says all words that decide, the best first. */
  titled: SampledWork[];
  /** Words that narrow the sample, those of the most works first. */
  narrowing: string[];
  /** Kinds in it, those of the most works first; none where the text names one. */
  kinds: number[];
}

/** What a text that is still typed finds among the most prominent works: one statement, whatever the catalogue's size. */
export async function sampleWorks(ctx: Ctx, text: string): Promise<WorksSample> {
  const { read, query, facets } = await planSearch(ctx, text);
  if (!query) return { titled: [], narrowing: [], kinds: [] };
  const named = Object.values(KINDS).find(({ key }) => key === read.kind);
  const codes = [...facets.map(facetTerm), ...(named ? [kindTerm(named.code)] : [])];
  const asked = [tsquery(query), ...codes.map(quoted)].join(' & ');
  return toldBy(read, await findSample(ctx.db, asked, read, ASKED));
}

/** What a sample shows. What all of it has, or what the text names already, narrows nothing. Pure. */
function toldBy(read: Pick<ReadQuery, 'price' | 'format' | 'kind'>, sample: readonly SampledWork[]): WorksSample {
  const kinds = mostFirst(sample.map(({ kind }) => kind));
  const narrowing = mostFirst(sample.flatMap(({ has }) => has))
    .filter(([, n]) => n < sample.length)
    .flatMap(([at]) => NARROWING[at] ?? [])
    .filter(({ of }) => read[of] === undefined);
  return {
    titled: sample.filter(({ place }) => place > 0),
    narrowing: narrowing.map(({ word }) => word),
    kinds: read.kind === undefined && kinds.length > 1 ? kinds.map(([kind]) => kind) : [],
  };
}

function mostFirst(values: readonly number[]): Array<[value: number, n: number]> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || a - b);
}

/** Hits that are looked at, in the order of the search. */
const CANDIDATES = 60;

export interface WorksAbout {
  ids: number[];
  /** What they were looked for with: the text, behind the subject of earlier ones where it has none. */
  asked: string;
  /** The earlier text that gave the subject; empty where none did. */
  from: string;
  /** Events and seasons of that subject, unless the text leans on it: where no work says one of them and the text's own words, the text has its own. */
  subject: string[];
  /** What they were found by, for passages. */
  words: string[];
  /** What it is about, a word each. */
  about: AboutWord[];
  /** What the question before it asked of, where it names no event of its own. */
  before: AboutWord[];
}

/** Words of the trade within one: 灯光 of 灯光师. */
const innerOf = (word: string, { classOf }: Dictionary): string[] =>
  substringsOf([word]).filter((part) => !UNTELLING.has(classOf(part) ?? 'quiet'));
/** 签到 of 签到处. */
const isWithin = (part: string, word: string): boolean => part.length > 1 && part !== word && word.includes(part);

/** What is asked of, where it stands: 团建保险怎么买 asks of 保险, 保险公司团建 of none. */
const ASKED_OF = /^(?:要|该|应该|一般|大概|都)?(?:怎么|如何|怎样|有哪些|有什么|要什么|多少)/;
const TAKEN = /(?:买|投|上|办)(?:什么|哪些)?$/;
const MAY_BE_ASKED = /^(?:布置|创意|主题|租赁|出租|制作|设计|服务|标准)$/;
function isAsked(word: string, text: string, { classOf }: Dictionary): boolean {
  const at = text.indexOf(word);
  if (at < 0 || !(classOf(word) === 'industry' || MAY_BE_ASKED.test(word))) return false;
  return ASKED_OF.test(text.slice(at + word.length)) || TAKEN.test(text.slice(0, at));
}

/** 玩什么游戏, 请哪些嘉宾: what is asked for by name. */
const BY_NAME = /(?:什么|哪些|哪种|(?<!推荐|[找来求有])几[个种位名])(?<named>\p{Script=Han}{2,6})/gu;
const wordsAsked = (text: string, dictionary: Dictionary): string[] =>
  [...text.slice(0, SUBJECT_CHARS).matchAll(BY_NAME)].flatMap(({ groups }) => {
    const [{ word = '' } = {}] = dictionary.pieces(groups?.['named'] ?? '');
    return word.length > 1 && !['quiet', 'kind', 'sort'].includes(dictionary.classOf(word) ?? 'quiet') ? [word] : [];
  });

/** `within`: words by which works were found, some of them within those that no work holds; `narrow`: what the text asks an amount of. */
function aboutOf(
  text: string,
  { read }: SearchPlan,
  dictionary: Dictionary,
  { within, narrow }: { within: readonly string[]; narrow: readonly string[] },
): AboutWord[] {
  const own = readQuery(text, dictionary);
  const isDay = (word: string) => isDayOf(word, dictionary);
  // 端午节公司活动 is about 端午节 as 公司年会 is about 年会
  const named = wordsAsked(text, dictionary);
  const isOf = (word: string) =>
    !named.includes(word) && ((dictionary.classOf(word) === 'event' && !PARTS.has(word)) || isDay(word)) ? 'event' : 'own';
  // 发布会场地 is 场地 of a 发布会
  const cut = (words: readonly string[]) =>
    words
      .flatMap((word) => (dictionary.partsOf(word).some((part) => isOf(part) === 'event') ? dictionary.partsOf(word) : word))
      .filter((word) => !ANY_EVENT.test(word) && (dictionary.classOf(word) !== undefined || !ASKS_OF.test(word)));
  const asked = [...own.weak.filter((word) => isAsked(word, text, dictionary) || isDay(word)), ...named];
  const telling = own.topic.filter((word) => !dictionary.namesNothing(word));
  // an amount alone is that of what was asked before; 要买保险吗 has its own
  const own_words = cut([...telling, ...asked, ...(asked.length === 0 ? narrow : [])]);
  const weak_words = cut(own.weak.filter((word) => !asked.includes(word) && !dictionary.namesNothing(word)));
  return [
    ...new Set([
      ...own_words,
      ...cut([...read.topic, ...read.weak.filter(isDay)].filter((word) => !dictionary.namesNothing(word))),
      ...weak_words,
    ]),
  ].map((word) => ({
    // 那评标呢 is about 评标, 归谁 about nothing
    words: [plainWord(word, dictionary), ...namesOf(word, dictionary).slice(1)],
    parts: [...new Set([...dictionary.partsOf(word), ...innerOf(word, dictionary), ...within.filter((part) => isWithin(part, word))])],
    is: own_words.includes(word) ? isOf(word) : weak_words.includes(word) ? 'weak' : 'beside',
    ...(OF_ANY.test(word) && { of_any: true }),
    ...(dictionary.classOf(word) === 'city' && { is_place: true }),
  }));
}

/** 那评标, 要给餐补: what stands before a word that the trade does not know says nothing. */
const plainWord = (word: string, { classOf }: Dictionary): string =>
  word.replace(/^那|[谁呢吗]$/gu, '').replace(classOf(word) === undefined ? /^(?:要给?|会|能)(?=.{2})/u : /^$/, '');

/** 要报, 会用: a verb that is asked. */
const ASKS_OF = /^[要会能].$/u;
/** Of 亲子活动 this says nothing. */
const ANY_EVENT = /^活动$/;

/**
 * Published works that a text in words is about, the best first, as the search finds and orders them: all its words, else the most telling that works
 * hold together. A text without a subject (那预算呢) has that of the question before it in `earlier`, oldest first. Empty where nothing fits:
 * a mention in the text alone is no answer to a question. `among`: of these works alone.
 */
export async function worksAbout(
  ctx: Ctx,
  text: string,
  {
    kinds,
    limit,
    earlier = [],
    among,
  }: {
    kinds: readonly number[];
    limit: number;
    earlier?: readonly string[];
    among?: readonly number[] | undefined;
  },
): Promise<WorksAbout> {
  const dictionary = await dictionaryOf(ctx);
  const { asked, from, narrow } = withSubject(text, earlier, dictionary);
  const heldIn =
    (some: readonly number[]): Held =>
    async (said, titles = []) =>
      heldBy(ctx, await planSearch(ctx, said), some, among, titles);
  const plan = await planSearch(ctx, asked);
  const whole = await heldBy(ctx, plan, kinds, among);
  const fewer = whole.length < limit && plan.query ? await relaxPlan(ctx, { ...plan, facets: [] }, { among, guess: false }) : null;
  const rest = fewer && fits(fewer, dictionary) ? await heldBy(ctx, fewer, kinds, among) : [];
  const within = fewer?.query?.words ?? [];
  const found = [...new Set([...whole, ...rest])];
  const titled = await titledBy(heldIn(kinds), plan, dictionary);
  const words = [...new Set([...(plan.query?.words ?? []), ...(fewer?.query?.words ?? [])])];
  const subject = asked === text ? [] : subjectOf(asked, text, dictionary);
  const said = aboutOf(text, plan, dictionary, { within, narrow });
  const names_event = said.some(({ is }) => is === 'event' || is === 'beside');
  const implied = names_event ? [] : OF_EVENT.filter(([of]) => of.test(text)).map(([, event]) => event);
  const about = [...said, ...implied.map((event) => ({ words: namesOf(event, dictionary), parts: [], is: 'beside' as const }))];
  const events = about.filter(({ is }) => is === 'event' || is === 'beside');
  const ofEvents = async (some: readonly number[]) =>
    (await Promise.all(events.flatMap(({ words }) => words.slice(0, NAMES_MOST).map((word) => heldIn(some)(word, [words]))))).flat();
  // an article whose title is about it is read by who asks, and more so by who asks how
  const articles = kinds.filter((kind) => kind === KINDS.article.code);
  const guides = articles.length === 0 ? [] : await titledBy(heldIn(articles), plan, dictionary, 'rundown');
  const of_events = articles.length === 0 ? [] : await ofEvents(articles);
  // with little about the question, what there is about its event
  const others = found.length < FEW ? await ofEvents(kinds) : [];
  const some = [found, titled, guides, of_events, others].map((ids) => ids.slice(0, RATED_MOST));
  const asks = [...about, ...askedBy(text)];
  const order = await rated(ctx, some, { about: asks, guides: HOW.test(text) ? guides : [] }, dictionary);
  const of_event_first = order.find((id) => of_events.includes(id));
  const chosen = order.slice(0, limit);
  // one article about the event stands among them
  const ids =
    of_event_first === undefined || chosen.includes(of_event_first)
      ? chosen
      : [...chosen.slice(0, limit - 1), of_event_first].slice(0, limit);
  const before = said.some(({ is }) => is === 'event') ? [] : askedBefore(earlier.at(-1) ?? '', about, dictionary);
  return { ids, asked, from, subject, words, about, before };
}

/** Those whose title names no event: what they say holds for each. */
export async function ofNoEvent(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const dictionary = await dictionaryOf(ctx);
  const texts = await findTexts(ctx.db, ids);
  return texts.filter(({ title }) => !namesAny(title, dictionary)).map(({ item_id }) => item_id);
}

/** 安保 of 安保按什么比例配, before 持证的要几个. */
function askedBefore(last: string, about: readonly AboutWord[], dictionary: Dictionary): AboutWord[] {
  const known = about.flatMap(({ words }) => words);
  const { topic } = readQuery(last.slice(0, SUBJECT_CHARS), dictionary);
  return topic
    .filter((word) => !asksOfAny(word) && !dictionary.namesNothing(word) && !known.includes(word))
    .map((word) => ({ words: namesOf(word, dictionary), parts: dictionary.partsOf(word), is: 'before' as const }));
}

/** Events that the site itself holds. */
const OF_SITE = /沙龙/;
/** Whether a text names an event. */
export async function isOfEvent(ctx: Ctx, text: string): Promise<boolean> {
  const dictionary = await dictionaryOf(ctx);
  return readQuery(text, dictionary).topic.some((word) => isEventWord(word, dictionary) && !OF_SITE.test(word));
}

/** Who and what is of one event alone: 新郎新娘交换戒指 is a 婚礼. */
const OF_EVENT: ReadonlyArray<readonly [said: RegExp, event: string]> = [
  [/新[郎娘人]|戒指|伴[郎娘]|接亲|迎亲|婚车|喜糖|捧花|彩礼|婚纱|司仪台/, '婚礼'],
  [/寿星|拜寿|寿[桃碗面礼]/, '寿宴'],
  [/抓周/, '周岁宴'],
];

/** What a title that answers says where these are asked. */
const ANSWERED_BY: ReadonlyArray<readonly [asked: RegExp, words: readonly string[]]> = [
  [/多少钱|花多少|预算|费用|价|贵/, ['预算', '多少钱', '花多少', '费用', '价格']],
  [/提前|多久|什么时候|筹备|开始/, ['提前', '筹备', '时间', '准备']],
  [/流程|几点|顺序|安排|环节/, ['流程', '时间表', '怎么排', '当天']],
  [/几个|多少人|谁|分工/, ['分工', '人员', '几个']],
  [/送什么|礼/, ['送什么', '礼']],
  [/下雨|雨天|雷|高温/, ['雨天', '应急']],
];
const askedBy = (text: string): AboutWord[] =>
  ANSWERED_BY.filter(([asked]) => asked.test(text)).map(([, words]) => ({ words, parts: [], is: 'weak' as const }));

/** What a word says of a work by where it stands. */
const [IN_TITLE, PART_IN_TITLE, TOLD, OF_OTHER_EVENT, OF_PLACE] = [1, 0.6, 0.5, 4, 0.05] as const;
const OF_WORD: Readonly<Record<AboutWord['is'], number>> = { own: 5, event: 3, beside: 3, weak: 1, before: 1 };

/** The works that say most of the question in their title, tags and introduction first, of those that say as much what one of the ways found first. */
async function rated(
  ctx: Ctx,
  ways: ReadonlyArray<readonly number[]>,
  { about, guides }: { about: readonly AboutWord[]; guides: readonly number[] },
  dictionary: Dictionary,
): Promise<number[]> {
  const ids = [...new Set(ways.flat())];
  const placeOf = (id: number) => Math.min(...ways.map((way) => way.indexOf(id)).filter((at) => at >= 0));
  const texts = new Map((await findTexts(ctx.db, ids)).map((row) => [row.item_id, row]));
  const isEvent = (word: string) => isWholeEvent(word, dictionary);
  const events = about.flatMap(({ words, parts }) => [...(words.some(isEvent) ? words : []), ...parts.filter(isEvent)]);
  const isOfOther = (title: string) => events.length > 0 && !events.some((event) => title.includes(event)) && namesAny(title, dictionary);
  const pointsOf = (id: number) => {
    const { title = '', tags = '', introduction = '' } = texts.get(id) ?? {};
    const [named, told] = [title.toLowerCase(), `${tags} ${introduction}`.toLowerCase()];
    const shareOf = ({ words, parts }: AboutWord) => {
      if (words.some((word) => named.includes(word))) return IN_TITLE;
      if (parts.some((part) => part.length > 1 && named.includes(part))) return PART_IN_TITLE;
      return words.some((word) => told.includes(word)) ? TOLD : 0;
    };
    const saidOf = (...which: AboutWord['is'][]) =>
      about.filter((word) => which.includes(word.is)).map((word) => OF_WORD[word.is] * shareOf(word));
    // 新品 and 发布会 are one event
    const said = saidOf('own', 'weak').reduce((sum, points) => sum + points, Math.max(0, ...saidOf('event', 'beside')));
    return said + (guides.includes(id) ? 1 : 0) - (isOfOther(title) ? OF_OTHER_EVENT : 0) - OF_PLACE * placeOf(id);
  };
  const of_none = ids.filter((id) => !isOfOther(texts.get(id)?.title ?? ''));
  // with enough about it or about no event, what is about another is left out
  return (of_none.length >= ENOUGH ? of_none : ids)
    .map((id) => ({ id, points: pointsOf(id) }))
    .toSorted((a, b) => b.points - a.points)
    .map(({ id }) => id);
}

const isWholeEvent = (word: string, { classOf }: Dictionary): boolean => classOf(word) === 'event' && !PARTS.has(word);
/** Whether a title names an event or a season. */
function namesAny(title: string, dictionary: Dictionary): boolean {
  const { topic, season } = readQuery(title, dictionary);
  return season !== undefined || topic.some((word) => [word, ...dictionary.partsOf(word)].some((one) => isWholeEvent(one, dictionary)));
}

/** Asks the manner of something. */
const HOW = /怎么|如何|怎样/;
/** Of so many words those works are added whose title says one, of whichever event. */
const TITLED_MOST = 3;
/** Names of an event that are looked for: 端午节 and 端午. */
const NAMES_MOST = 2;
/** Works of each way to find them whose titles are read. */
const RATED_MOST = 24;
const FEW = 3;
/** Works about a subject beside which those about another are left out. */
const ENOUGH = 2;
/** Classes that say nothing of a subject. */
const UNTELLING: ReadonlySet<string> = new Set(['quiet', 'weak', 'kind', 'sort', 'price', 'format', 'city', 'people-unit', 'event']);

/** Works that hold a text; `titles`: one word of each group stands in their title. */
type Held = (text: string, titles?: ReadonlyArray<readonly string[]>) => Promise<number[]>;

async function titledBy(held: Held, { read }: SearchPlan, dictionary: Dictionary, but?: WordClass): Promise<number[]> {
  const { classOf, partsOf, synonymsOf } = dictionary;
  const isTelling = (word: string) => !UNTELLING.has(classOf(word) ?? 'quiet') && classOf(word) !== but;
  const isOfEvent = (word: string) => partsOf(word).some((part) => classOf(part) === 'event');
  // 户外活动要不要买保险: a word that only ranks may be what is asked
  const asked = read.weak.filter((word) => isAsked(word, read.text, dictionary));
  const topic = read.topic.flatMap((word) => (isTelling(word) && !isOfEvent(word) ? word : partsOf(word).filter(isTelling)));
  const words = [...asked, ...topic].slice(0, TITLED_MOST);
  const titled = (word: string) => held(word, [[word, ...synonymsOf(word)]]);
  const ofWord = async (word: string): Promise<number[]> => {
    const whole = await titled(word);
    const [inner] = innerOf(word, dictionary);
    return whole.length > 0 || inner === undefined ? whole : titled(inner);
  };
  return (await Promise.all(words.map(ofWord))).flat();
}

/** What is left of a question must still be what it asks: the kind of event, or at least half of its words. */
function fits({ answer, found_by, left_out, query }: SearchPlan, { classOf }: Dictionary): boolean {
  if (answer === 'near') return found_by.some((word) => !UNTELLING.has(classOf(word) ?? 'quiet'));
  const lost = left_out.filter((word) => classOf(word) === undefined || !query?.words.some((part) => isWithin(part, word)));
  const events = lost.filter((word) => classOf(word) === 'event');
  return found_by.some((word) => classOf(word) === 'event') || (events.length === 0 && found_by.length > lost.length);
}

async function heldBy(
  ctx: Ctx,
  { query, narrow, read }: SearchPlan,
  kinds: readonly number[],
  among?: readonly number[],
  titles: ReadonlyArray<readonly string[]> = [],
): Promise<number[]> {
  if (!query) return [];
  const order = { words: query, sort: 'recommend' as const, now: ctx.app.clock.now() };
  const [kind, other] = kinds;
  const of_kind = kind === undefined || other !== undefined ? {} : { kind };
  const asked = await Promise.all(
    [query, ...(narrow ? [narrow] : [])].map(async (words) =>
      among
        ? { hits: await hitsAmong(ctx.db, among, tsquery(words), order) }
        : hitsByTiers(ctx, await askingOf(ctx, words, of_kind), order),
    ),
  );
  const hits = [...new Map(asked.flatMap(({ hits }) => hits).map((hit): [number, Hit] => [hit.id, hit])).values()];
  const head = hits.toSorted(byScore).slice(0, CANDIDATES);
  const ids = head.map(({ id }) => id);
  const [texts, numbers, items] = await Promise.all([findTexts(ctx.db, ids), numberPoints(ctx, ids, read), itemsById(ctx, ids)]);
  const shown = new Set(
    texts
      .filter(({ title }) => titles.every((words) => words.some((word) => title.includes(word))))
      .filter(({ title, tags, introduction }) =>
        query.words.some((word) => [title, tags, introduction].some((field) => field.includes(word))),
      )
      .map(({ item_id }) => item_id),
  );
  return head
    .filter(({ id }) => shown.has(id) && kinds.includes(items.get(id)?.kind ?? -1))
    .map((hit) => ({ ...hit, score: hit.score + (numbers.get(hit.id) ?? 0) }))
    .toSorted(byScore)
    .map(({ id }) => id);
}

const byScore = (a: Hit, b: Hit): number => b.score - a.score || b.id - a.id;

/** Documents of a tier that are looked at: enough to have those whose title says the words. */
const READ = 50;

/**
 * Numbers of published works of any kind that hold every word, those first whose title says the text itself. Tiers are read until enough of
 * these are found, so a common word costs no more than a rare one.
 */
export async function worksWithWords(ctx: Ctx, text: string, most: number): Promise<number[]> {
  const words = parseQuery(text, await dictionaryOf(ctx));
  if (!words) return [];
  const found: Array<{ id: number; named: boolean }> = [];
  for (let tier = 0; tier < TIERS && found.filter(({ named }) => named).length < most; tier++) {
    found.push(...(await findWorded(ctx.db, tier, words, normalise(text), READ)));
  }
  return found
    .toSorted((a, b) => Number(b.named) - Number(a.named))
    .slice(0, most)
    .map(({ id }) => id);
}
