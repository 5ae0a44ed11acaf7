import { numberOf } from '#contract/number-words.ts';

/** Days, clocks and lengths as a brief says them. */

const WORDS = '[一二两三四五六七八九十]{1,3}';
const DATE = new RegExp(
  `(?:(\\d{4}) ?[年/.-] ?)?(?:(\\d{1,2}|${WORDS}) ?月 ?(\\d{1,2}|${WORDS}) ?[日号]|(?<=\\d{4} ?[年/.-] ?)(\\d{1,2})[/.-](\\d{1,2}))(?!\\d)`,
  'u',
);
const PART = '(?:(上午|早上|清晨|中午|下午|傍晚|晚上|晚间|晚)(?:的)? ?)?';
const CLOCK = `${PART}(?:(\\d{1,2})[:：](\\d{2})|(\\d{1,2}|${WORDS}) ?[点时](?![间长候内段代])(?:(半)|(\\d{1,2}|${WORDS})分?)?)`;
const ONE = new RegExp(`(?<![\\d:：])${CLOCK}(?![\\d:：])`, 'u');
const TO = new RegExp(`(?<![\\d:：])${CLOCK} ?(?:-|~|—|–|－|至|到|——) ?(?:次日)?${CLOCK}`, 'u');
/** What is not the event itself. */
const BESIDE = /搭建|彩排|进场|撤场|布场|截止|之?前(?!台)|提交|交稿|初稿|报名|付款|结算|物料|踩点|每天|预订|回复|反馈/;
const [DAY_MINUTES, HOUR] = [1_440, 60];

const numberSaid = (text = ''): number => numberOf(text) ?? Number.NaN;

/** The day of a clause: 12月20日, with its year where it is said. */
export function dateSaid(clause: string): string | undefined {
  if (BESIDE.test(clause)) return undefined;
  const [found, year, month, day, other_month, other_day] = DATE.exec(clause) ?? [];
  if (found === undefined) return undefined;
  const [of_month, of_day] = [numberSaid(month ?? other_month), numberSaid(day ?? other_day)];
  if (!(of_month >= 1 && of_month <= 12 && of_day >= 1 && of_day <= 31)) return undefined;
  return `${year === undefined ? '' : `${year}年`}${of_month}月${of_day}日`;
}

/** Minutes after midnight; NaN: it may be morning or evening, or is no time. `after`: it is later than this one. */
function clockAt(parts: ReadonlyArray<string | undefined>, after: number | null): number {
  const [part = '', digits, minutes, spoken, half, more] = parts;
  let hour = numberSaid(digits ?? spoken);
  const minute = half ? 30 : minutes === undefined && more === undefined ? 0 : numberSaid(minutes ?? more);
  if (!(hour <= 24 && minute < HOUR)) return Number.NaN;
  if (/下午|傍晚|晚/.test(part) && hour < 12) hour += 12;
  if (/中午/.test(part) && hour < 6) hour += 12;
  if (part === '' && after !== null && hour * HOUR + minute <= after && hour < 12) hour += 12;
  if (part === '' && after === null && digits === undefined && hour < 8) return Number.NaN;
  return hour * HOUR + minute;
}

/** When the event of a clause begins, and how long it is where its end is said. */
export function timesSaid(clause: string): { start: string; minutes: number | undefined } | undefined {
  if (BESIDE.test(clause)) return undefined;
  const range = TO.exec(clause);
  const one = range ?? ONE.exec(clause);
  if (one === null) return undefined;
  const at = clockAt(one.slice(1, 7), null);
  if (Number.isNaN(at) || at >= DAY_MINUTES) return undefined;
  const start = `${String(Math.floor(at / HOUR)).padStart(2, '0')}:${String(at % HOUR).padStart(2, '0')}`;
  const end = range ? clockAt(range.slice(7, 13), at) : Number.NaN;
  return { start, minutes: lengthOf(end > at ? end - at : end + DAY_MINUTES - at) };
}

const lengthOf = (minutes: number): number | undefined => (minutes >= 30 && minutes <= DAY_MINUTES ? Math.round(minutes) : undefined);

const LENGTH = new RegExp(
  `(?:时长|全程|持续|历时|总共|共计?|用时|控制在|活动约?)[^，。；\\d一二两三四五六七八九十半]{0,8}(?:(\\d{1,3}(?:\\.\\d)?|${WORDS}) ?(?:(个半小时)|个?小时(半)?|h|(分钟))|(半) ?个?小时)`,
  'iu',
);
/** Minutes of a clause that says how long it lasts. */
export function minutesSaid(clause: string): number | undefined {
  if (BESIDE.test(clause)) return undefined;
  const [found, number, half, behind, is_minutes] = LENGTH.exec(clause) ?? [];
  if (found === undefined) return undefined;
  const of = is_minutes ? 1 : HOUR;
  return lengthOf(number === undefined ? 30 : numberSaid(number) * of + (half || behind ? 30 : 0));
}
