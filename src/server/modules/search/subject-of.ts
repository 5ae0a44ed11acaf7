import { NO_DAY, type ReadQuery, readQuery } from './read-query.ts';
import type { Dictionary } from './words/dictionary.ts';

/** Of earlier questions that are looked at for a subject. */
const EARLIER_MOST = 6;
/** Of an earlier question. */
export const SUBJECT_CHARS = 80;

/** A word and what means the same; 中秋节 is 中秋 in most texts. */
export const namesOf = (word: string, { classOf, synonymsOf }: Dictionary): string[] => [
  ...[word, ...synonymsOf(word)],
  ...(classOf(word) === 'season' && /..节$/u.test(word) ? [word.slice(0, -1)] : []),
];

export const isDayOf = (word: string, { classOf }: Dictionary): boolean => classOf(word) === 'season' && !NO_DAY.test(word);

/** Events and seasons of the subject that a text was put behind. */
export function subjectOf(followed: string, text: string, dictionary: Dictionary): string[] {
  if (leansOn(text)) return [];
  const own = readQuery(text, dictionary).topic;
  const { topic } = readQuery(followed.slice(0, -text.length), dictionary);
  return topic
    .filter((word) => ['event', 'season'].includes(dictionary.classOf(word) ?? '') && !own.includes(word))
    .flatMap((word) => namesOf(word, dictionary));
}

/** What goes on with the question before it, whatever it names. */
const LEANS = /^(?:那|换成|改成|如果|要是|再|还有)|呢[\p{P}\s]?$/u;
/** What every event has. */
export const OF_ANY =
  /^(?:预算|费用|流程|主题|场地|时间|人员|节目|游戏|布置|物料|道具|礼品|奖品|主持人?|音响|灯光|餐饮|摄影|嘉宾|座位|签到|抽奖|互动|清单)$/;
/** Money, amount and time are asked of a subject and are none. */
const ONLY_ASKS =
  /^(?:大概|大约|人均|一共|总共|左右|需要|要|花|多少|几|多久|钱|提前|开始|准备|安排|注意|费用|花费|价格|价钱|贵|便宜|便宜点|合适|时间|天|月|人|个|桌|场|次|份|件|套|一|每|一份|一个)+$/;
/** Asked of a subject, and none itself. */
export const asksOfAny = (word: string): boolean => ONLY_ASKS.test(word) || OF_ANY.test(word);
const SINGLE = /^.$/u;
/** Of the event itself, so that what is asked next is asked of it. */
const OF_WHOLE = /^(?:预算|费用|流程|主题|时间|清单|方案|策划|活动|注意|准备)$/;
/** 要交什么材料: what it is for was said before. */
const ELLIPTIC = /^(?:要|需要|还要|都要|得|一般|大概|具体).{1,9}[\p{P}\s]?$/u;
const leansOn = (text: string): boolean => LEANS.test(text.trim());

/** What stands within an event: asked for alone it is that of the event before it. */
export const PARTS: ReadonlySet<string> = new Set([
  '互动',
  '彩排',
  '抽奖',
  '签到',
  '节目',
  '颁奖',
  '开场',
  '暖场',
  '游戏',
  '剪彩',
  '合影',
  '茶歇',
]);

/**
 * The text, behind the last earlier one that names what it is about where it does not itself, or names a part alone (抽奖呢); what was said since then of
 * its place, season, theme or trade goes along, the newest of each. `narrow`: what an amount alone is asked of.
 */
export function withSubject(
  text: string,
  earlier: readonly string[],
  dictionary: Dictionary,
): { asked: string; from: string; narrow: readonly string[] } {
  const own = readQuery(text, dictionary);
  const alone = { asked: text, from: '', narrow: [] };
  if (namesWhole(own, dictionary) || namesSeason(text, own, dictionary)) return alone;
  const recent = earlier.slice(-EARLIER_MOST);
  const last = (names: (one: string, read: ReadQuery) => boolean) => recent.findLastIndex((one) => names(one, readQuery(one, dictionary)));
  const whole = last((one, read) => namesWhole(read, dictionary) || namesSeason(one, read, dictionary));
  const at = whole >= 0 || namesEvent(own, dictionary) ? whole : last((_one, read) => namesEvent(read, dictionary));
  const only_asks = own.topic.every((word) => [OF_ANY, ONLY_ASKS, SINGLE].some((one) => one.test(word)));
  const subject = recent[at] ?? (leansOn(text) || ELLIPTIC.test(text) || only_asks ? recent[0] : undefined);
  if (subject === undefined) return alone;
  const since = recent.slice(at + 1).flatMap((one) => carriedOf(readQuery(one, dictionary), dictionary));
  const said = new Set(carriedOf(own, dictionary).map(([of]) => of));
  // of a question about an event the event is the subject, not what was asked of it
  const events = at < 0 ? [] : eventsOf(readQuery(subject, dictionary), dictionary);
  const before = events.length > 0 ? carriedOf(readQuery(subject, dictionary), dictionary) : [];
  const carried = [...new Map([...before, ...since])]
    .filter(([of, word]) => !said.has(of) && !events.includes(word))
    .map(([, word]) => word);
  const about = events.length > 0 ? events : [subject.slice(0, SUBJECT_CHARS)];
  // 一份多少钱 behind 回礼送什么 is asked of 回礼
  const latest = readQuery(recent.at(-1) ?? '', dictionary).topic.filter((word) => !isEventWord(word, dictionary));
  const narrow =
    events.length > 0 && own.topic.every((word) => ONLY_ASKS.test(word) || dictionary.namesNothing(word))
      ? latest.filter((word) => !ONLY_ASKS.test(word) && !OF_WHOLE.test(word) && !dictionary.namesNothing(word))
      : [];
  const said_besides = [...new Set([...carried, ...narrow])].filter((word) => !about[0]?.includes(word));
  return { asked: [...about, ...said_besides, text].join(' '), from: subject, narrow };
}

/** An event, or a word that says which: 草坪婚礼. */
export const isEventWord = (word: string, { classOf, partsOf }: Dictionary): boolean =>
  classOf(word) === 'event' || partsOf(word).some((part) => classOf(part) === 'event');
const eventsOf = ({ topic, weak }: ReadQuery, dictionary: Dictionary): string[] => [
  ...topic.filter((word) => !PARTS.has(word) && (dictionary.classOf(word) === 'season' || isEventWord(word, dictionary))),
  ...weak.filter((word) => isDayOf(word, dictionary)),
];

/** 中秋节活动创意 is a subject, 那中秋节呢 is that of an event. */
const namesSeason = (text: string, { season, topic, text: said }: ReadQuery, dictionary: Dictionary): boolean =>
  season !== undefined &&
  (topic.includes(season) || (isDayOf(season, dictionary) && /活动|[办搞过庆]|送/.test(text))) &&
  said !== season &&
  !leansOn(text);

const CARRIED: ReadonlySet<string> = new Set(['venue', 'season', 'theme', 'industry']);

function carriedOf({ topic, weak }: ReadQuery, { classOf }: Dictionary): Array<[of: string, word: string]> {
  return [...topic, ...weak].flatMap((word): Array<[string, string]> => {
    const of = classOf(word) ?? '';
    return CARRIED.has(of) ? [[of, word]] : [];
  });
}

const namesEvent = ({ topic }: ReadQuery, dictionary: Dictionary): boolean => topic.some((word) => isEventWord(word, dictionary));
const namesWhole = ({ topic }: ReadQuery, dictionary: Dictionary): boolean =>
  topic.some((word) => !PARTS.has(word) && isEventWord(word, dictionary));
