import { NOT, type QueryPart } from '#contract/catalog.ts';
import { allFormats } from '#contract/formats.ts';
import type { ItemSort, PriceFilter } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { facetsOf } from '../catalog/index.ts';
import { normalise } from './normalise.ts';
import { facetTerm, kindTerm } from './rules.ts';
import { type Dictionary, LONGEST_WORD, type WordClass } from './words/dictionary.ts';
import { kindSought } from './words/kind-hints.ts';
import { areasIn, type FoundNumber, moneyIn, peopleIn, type Range } from './words/numbers.ts';
import { unwantedIn } from './words/unwanted.ts';

/** Longer texts are no queries: what stands behind is not read. */
const READ_CHARS = 200;
/** Of words that decide, and of those that rank besides. */
const TOPIC_MOST = 6;
const WEAK_MOST = 4;

type Role = QueryPart['role'] | 'quiet' | 'weak';

interface Token {
  role: Role;
  word: string;
  from: number;
  to: number;
  of?: WordClass | undefined;
  /** What is not wanted. */
  words?: readonly string[];
}

/** A keyword as it is understood. */
export interface ReadQuery {
  /** Normalised. */
  text: string;
  /** Words that decide what is found. */
  topic: string[];
  /** Words that a work stands further in front for: its city, season, industry ... */
  weak: string[];
  /** Words that say nothing of what is looked for. */
  quiet: string[];
  /** Words that no work may hold. */
  unwanted: string[];
  people?: Range;
  budget_fen?: Range;
  city?: string;
  season?: string;
  industry?: string;
  format?: string;
  /** Key of the kind that is named. */
  kind?: string;
  price?: Exclude<PriceFilter, 'all'>;
  sort?: ItemSort;
  /** An event with nothing but where or when it is: 酒店年会. */
  of_event?: true;
  /** What is shown of it, in its order. */
  parts: QueryPart[];
}

/** Formats by what people call them; others of the class only rank. */
const FORMATS: Readonly<Record<string, string>> = Object.fromEntries(
  allFormats().flatMap(([format, { called = [] }]) => called.map((word) => [word, format])),
);
const KINDS_NAMED: ReadonlyMap<string, string> = new Map(
  Object.values<KindFacts>(KINDS).flatMap(({ key, noun, called = [] }) =>
    [noun, ...called].map((word) => [word.toLowerCase(), key] as const),
  ),
);
/** Lexemes of the kind, format or price that a word names. */
export function namedCodes(word: string, of: WordClass | undefined): string[] {
  const kind = Object.values<KindFacts>(KINDS).find(({ key }) => key === KINDS_NAMED.get(word));
  const format = FORMATS[word];
  const facets = facetsOf({ ...(format ? { format } : {}), ...(of === 'price' ? { price: priceOf(word) } : {}) });
  return [...(kind ? [kindTerm(kind.code)] : []), ...facets.map(facetTerm)];
}
const priceOf = (word: string): Exclude<PriceFilter, 'all'> => (/^[付收]费/.test(word) ? 'paid' : /会员|vip/.test(word) ? 'vip' : 'free');
/** Cheaper than others, not for nothing. */
const REDUCED = /优惠|打折|特价/;
const sortOf = (word: string): ItemSort =>
  /便宜|低价|低成本|实惠|平价|划算|性价比|省钱/.test(word) || REDUCED.test(word) ? 'price_up' : /新|近/.test(word) ? 'new' : 'download';
const PRICE_LABELS: Readonly<Record<string, string>> = { free: '免费', paid: '付费', vip: '会员' };
const SORT_LABELS: Readonly<Record<string, string>> = { new: '新的在前', price_up: '便宜的在前', download: '热门的在前' };

/** Signs that between words say nothing, alone or together. */
const FILLER =
  /^[我要办开做搞想求找有和与及的了吗呢个场份一等在给怎咋啥么请用是来去能会可以上中下为到对把帮你您咱们这那些都就还也再个又从里之吧啊呀哦嘛儿着过得地该需]+$/u;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/gu;
const MONTH =
  /(?<![\d一二三四五六七八九十])(?<month>\d{1,2}|十[一二]?|[一二三四五六七八九])月份?(?:\d{1,2}[日号])?(?!饼|亮|光|球|老|子|嫂)/gu;

/** What a keyword asks for, by the words of the trade. Pure. */
export function readQuery(keyword: string, dictionary: Dictionary): ReadQuery {
  const text = joinLetters(normalise(keyword.slice(0, READ_CHARS)).slice(0, READ_CHARS), dictionary);
  const tokens = tokensOf(text, dictionary);
  const numbers = numbersOf(text, tokens);
  const sought = kindSought(text);
  // who learns to make it does not look for a file: ppt制作课程
  if (sought === 'course') for (const token of tokens) if (token.role === 'format') token.role = 'topic';
  for (const token of tokens) if (token.word.endsWith('设计') && ASKS_HOW.test(text.slice(0, token.to))) token.role = 'quiet';
  letSeasonDecide(tokens);
  howIsWeak(tokens);
  // a query of nothing but what ranks, or of nothing but what says nothing, asks for that
  for (const roles of [
    ['city', 'season', 'industry', 'weak'],
    ['format', 'price', 'kind', 'sort'],
    ['quiet'],
    ['people', 'budget', 'date'],
  ] as Role[][])
    if (!tokens.some(({ role }) => role === 'topic')) for (const token of tokens) if (roles.includes(token.role)) token.role = 'topic';
  slightAreWeak(tokens);
  if (sought !== 'course' && sought !== 'job') anyEventIsWeak(tokens);
  const unwanted = [...new Set(tokens.flatMap(({ words: of = [] }) => of))].slice(0, WEAK_MOST);
  const words = (...roles: Role[]) => [...new Set(tokens.filter(({ role }) => roles.includes(role)).map(({ word }) => word))];
  const one = (role: Role) => tokens.find((token) => token.role === role)?.word;
  const season = tokens.find(({ of }) => of === 'season')?.word;
  const [city, industry] = [one('city'), one('industry')];
  const kind = tokens.map(({ role, word }) => (role === 'quiet' ? undefined : KINDS_NAMED.get(word))).findLast((key) => key !== undefined);
  const [free, leaning] = [one('price'), one('sort')];
  const format = FORMATS[one('format') ?? ''];
  const [price, sort] = [free && priceOf(free), leaning && sortOf(leaning)];
  return {
    text,
    // without a word that is wanted, all the rest is
    topic: tokens.some(({ role }) => role === 'topic') || unwanted.length === 0 ? words('topic').slice(0, TOPIC_MOST) : [ANY],
    unwanted,
    weak: [...words('city', 'season', 'industry', 'date', 'weak', 'kind'), ...words('topic').slice(TOPIC_MOST)].slice(0, WEAK_MOST),
    quiet: words('quiet'),
    ...(numbers.people && { people: numbers.people.range }),
    ...(numbers.budget && { budget_fen: numbers.budget.range }),
    ...(city && { city }),
    ...(season && { season }),
    ...(industry && { industry }),
    ...(format && { format }),
    ...(kind && { kind }),
    ...(price && { price }),
    ...(sort && { sort }),
    ...(isOfEvent(tokens, dictionary) && { of_event: true as const }),
    parts: partsOf(text, tokens),
  };
}

function isOfEvent(tokens: readonly Token[], { classOf, partsOf }: Dictionary): boolean {
  const topics = tokens.filter(({ role }) => role === 'topic').flatMap(({ word }) => partsOf(word).map(classOf));
  const named = new Set(tokens.some(({ of }) => of === 'season') ? [...topics, 'season'] : topics);
  return named.size > 1 && named.has('event') && named.isSubsetOf(OF_EVENT);
}
const OF_EVENT = new Set<WordClass | undefined>(['event', 'venue', 'season']);

/** Two words of letters that are one: pop-up, team building. */
const joinLetters = (text: string, { classOf }: Dictionary): string =>
  text.replace(/[a-z]{2,12}[- ][a-z]{2,12}/g, (both) => {
    const one = both.replace(/[- ]/, '');
    return classOf(one) === undefined ? both : one;
  });

/** 抽奖怎么设计 asks for no design. */
export const ASKS_HOW = /(?:怎么|如何|怎样)设计$/;
/** What nearly every work says. */
const ANY = '方案';

/** The key under which presses, pins and figures of a query stand: the words that decide, sorted. Empty where none is. */
export function queryKey({ topic, unwanted }: Pick<ReadQuery, 'topic' | 'unwanted'>): string {
  return [...topic, ...unwanted.map((word) => `-${word}`)].toSorted().join(' ');
}

function numbersOf(text: string, tokens: readonly Token[]) {
  const at = (role: Role) => tokens.find((token) => token.role === role)?.from;
  const [people_at, budget_at] = [at('people'), at('budget')];
  return {
    people: peopleIn(text).find(({ from }) => from === people_at),
    budget: moneyIn(text).find(({ from }) => from === budget_at),
  };
}

function tokensOf(text: string, dictionary: Dictionary): Token[] {
  const tokens: Token[] = [];
  const free = (from: number, to: number) => tokens.every((token) => to <= token.from || from >= token.to);
  const take = (role: Role, from: number, to: number, of?: WordClass) => {
    if (free(from, to)) tokens.push({ role, word: text.slice(from, to), from, to, of });
  };
  for (const { from, to, words } of unwantedIn(text, dictionary)) tokens.push({ role: 'not', word: text.slice(from, to), from, to, words });
  // a known word is never cut: 千人宴
  const whole = ({ from, to }: FoundNumber) => !runsOver(text, from, to, dictionary);
  const people = peopleIn(text).find((one) => free(one.from, one.to) && whole(one));
  if (people) take('people', people.from, people.to);
  for (const { from, to, n } of areasIn(text)) if (free(from, to)) tokens.push({ role: 'weak', word: String(n), from, to });
  const money = moneyIn(text).find((one) => free(one.from, one.to) && whole(one));
  if (money) take('budget', money.from, money.to);
  for (const match of text.matchAll(YEAR)) take('date', match.index, match.index + match[0].length);
  for (const match of text.matchAll(MONTH)) take('date', match.index, match.index + match[0].length);
  const taken = tokens.toSorted((a, b) => a.from - b.from);
  let from = 0;
  for (const { from: start, to } of [...taken, { from: text.length, to: text.length }]) {
    tokens.push(...wordsOf(text.slice(from, start), from, dictionary));
    from = to;
  }
  return tokens.toSorted((a, b) => a.from - b.from);
}

/** Whether a known word begins within a stretch and ends behind it. */
function runsOver(text: string, from: number, to: number, dictionary: Dictionary): boolean {
  for (let start = from; start < to; start++)
    for (let end = to + 1; end <= Math.min(text.length, start + LONGEST_WORD); end++) {
      const of = dictionary.classOf(text.slice(start, end));
      if (of !== undefined && of !== 'people-unit') return true;
    }
  return false;
}

/** Words of a stretch, with their roles. */
function wordsOf(stretch: string, offset: number, dictionary: Dictionary): Token[] {
  const tokens = dictionary.pieces(stretch).map(({ word: said, from }): Token => {
    const word = taughtIn(said, dictionary);
    const of = dictionary.classOf(word);
    return { role: roleOf(word, of), word, from: offset + from, to: offset + from + word.length, of };
  });
  slightAreWeak(tokens);
  return tokens;
}

/** 摄影课, 剪辑班: works hold what is taught. */
function taughtIn(word: string, { classOf }: Dictionary): string {
  const taught = classOf(word) === undefined ? /^(.{2,})[课班]$/u.exec(word)?.[1] : undefined;
  return taught !== undefined && classOf(taught) !== undefined ? taught : word;
}

/** One character, or a bare number, beside words of more does not decide. */
function slightAreWeak(tokens: readonly Token[]): void {
  const decides = tokens.some(({ role, word }) => role === 'topic' && [...word].length > 1 && !/^\d+$/.test(word));
  if (decides) for (const token of tokens) if (token.role === 'topic' && isSlight(token)) token.role = 'weak';
}

/** Where and for whom something is says less than its season: 圣诞节商场布置, 情人节客户活动. */
const GENERAL = new Set(['venue', 'role', 'word', 'rundown']);
/** Nor does that it is an event. */
const ANY_EVENT = /^(?:主题)?活动(?:策划|方案|流程|执行)?$/;
const OF_MANY = new Set('晚会 典礼 仪式 大会 派对 聚会 沙龙 比赛 大赛 赛事 庆典 表演 演出 汇演 文艺汇演 游园会'.split(' '));
/** What events of many kinds are called says less than which one it is: 骑行比赛, 茶艺沙龙. */
export const isOfMany = (word: string): boolean => OF_MANY.has(word);

/** 三八妇女节员工活动, 圣诞晚宴, 女神节插花: so do who it is for, what is eaten and what hands do on any of them. */
const ANY_FEAST = /活动$|手工|^diy$|晚宴|酒会|宴会|聚餐|插花|花艺/;

/** 冬天 and 周末 are a time, 中秋 is what is celebrated. */
export const NO_DAY = /[季天末]|年$|^入/u;

function letSeasonDecide(tokens: readonly Token[]): void {
  const topics = tokens.filter(({ role }) => role === 'topic');
  const season = tokens.find(({ role }) => role === 'season');
  const is_feast = season !== undefined && !NO_DAY.test(season.word);
  const saysLess = ({ word, of }: Token) =>
    isSlight({ word, of }) || GENERAL.has(of ?? '') || isOfMany(word) || ANY_EVENT.test(word) || (is_feast && ANY_FEAST.test(word));
  if (!season || !topics.every(saysLess)) return;
  season.role = 'topic';
  for (const token of topics) token.role = 'weak';
}

const HOW = /^(?:怎么|如何|怎样)$/;

/** 年会预算怎么分配, 嘉宾如何邀请: what is done with it says less than what it is done with. */
function howIsWeak(tokens: readonly Token[]): void {
  const verbs = tokens.filter(({ role, of }, at) => role === 'topic' && (of ?? 'word') === 'word' && HOW.test(tokens[at - 1]?.word ?? ''));
  if (tokens.filter(({ role }) => role === 'topic').length > verbs.length) for (const verb of verbs) verb.role = 'weak';
}

/** Papers of every event say as little: 活动执行清单. */
const ANY_PAPER = /^(?:清单|流程表?|手册)$/;

/** 活动执行合同, 义诊活动策划: that it is an event says less than anything beside it. */
function anyEventIsWeak(tokens: readonly Token[]): void {
  const topics = tokens.filter(({ role }) => role === 'topic');
  if (topics.every(({ word, of }) => ANY_EVENT.test(word) || ANY_PAPER.test(word) || of === 'quiet')) return;
  for (const token of topics) if (ANY_EVENT.test(token.word)) token.role = 'weak';
}

const isSlight = ({ word, of }: Pick<Token, 'word' | 'of'>): boolean => of === undefined && ([...word].length === 1 || /^\d+$/.test(word));

function roleOf(word: string, of: WordClass | undefined): Role {
  if (of === 'price') return REDUCED.test(word) ? 'sort' : 'price';
  if (of === 'format') return word in FORMATS ? 'format' : 'weak';
  if (of === 'kind') return KINDS_NAMED.has(word) ? 'kind' : 'weak';
  if (of === 'people-unit') return 'quiet';
  if (of === 'sort') return 'sort';
  if (of === 'city' || of === 'season' || of === 'industry' || of === 'weak' || of === 'quiet') return of;
  if (of !== undefined) return 'topic';
  const signs = [...word];
  const said = signs.filter((sign) => FILLER.test(sign)).length;
  // 找人做, 还能赢: more of it says how than what
  return said === signs.length ? 'quiet' : said * 2 > signs.length ? 'weak' : 'topic';
}

/** What was understood, once however often it is said, each with what remains of the keyword without it. None for a keyword that is one word. */
function partsOf(text: string, tokens: readonly Token[]): QueryPart[] {
  const shown = tokens.filter(({ role }) => role !== 'quiet' && role !== 'weak');
  const parts = [...Map.groupBy(shown, ({ role, word }) => `${role} ${word}`).values()].flatMap((same): QueryPart[] => {
    const [first] = same;
    return first ? [{ role: first.role as QueryPart['role'], label: labelOf(first), without: same.reduceRight(without, text) }] : [];
  });
  return parts.length > 1 || parts.some(({ role }) => role !== 'topic')
    ? parts.filter(({ without }) => without !== '' || parts.length > 1)
    : [];
}

const without = (text: string, { from, to }: Token): string =>
  `${text.slice(0, from)}${joint(text, from, to)}${text.slice(to)}`.replace(/\s+/g, ' ').trim();
/** Numbers and letters that would touch stay apart. */
const joint = (text: string, from: number, to: number): string =>
  /[a-z0-9]$/.test(text.slice(0, from)) && /^[a-z0-9]/.test(text.slice(to)) ? ' ' : '';

function labelOf({ role, word, words = [] }: Token): string {
  if (role === 'not') return `${NOT}${words.map((one) => (one in FORMATS ? one.toUpperCase() : one)).join('、')}`;
  if (role === 'people') return `${sizeOf(peopleIn(word)[0], 1)} 人${limitOf(word)}`;
  if (role === 'budget') return `预算 ${moneyText(moneyIn(word)[0])}${limitOf(word).replace('左右', '')}`;
  if (role === 'format') return (FORMATS[word] ?? word).toUpperCase();
  if (role === 'price') return PRICE_LABELS[priceOf(word)] ?? word;
  if (role === 'sort') return SORT_LABELS[sortOf(word)] ?? word;
  return role === 'date' && /^\d+$/.test(word) ? `${word} 年` : word;
}

const limitOf = (word: string): string => /(以上|以下|以内|之内|起)$/.exec(word)?.[0] ?? (/\d\s?[-~—–到至]/.test(word) ? '' : '左右');

function sizeOf(found: FoundNumber | undefined, of: number): string {
  const { least = 0, most = 0 } = found?.said ?? {};
  return least === most ? String(most / of) : `${least / of}–${most / of}`;
}

const WAN_FEN = 1_000_000;
const moneyText = (found: FoundNumber | undefined): string =>
  (found?.said.most ?? 0) >= WAN_FEN ? `${sizeOf(found, WAN_FEN)} 万` : `${sizeOf(found, 100)} 元`;
