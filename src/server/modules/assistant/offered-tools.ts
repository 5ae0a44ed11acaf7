import { filledToolPath } from '#contract/assistant.ts';
import { ACTIVITIES, findTool, type ToolInput, type ToolKey } from '#contract/assistant-tools.ts';
import type { AssistantOffer } from '#contract/outputs/assistant.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { numbersIn } from '../search/index.ts';

const DATE = /(?:(\d{4})\s?年\s?)?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]/;
const DAY_MS = 86_400_000;
const DAYS_MOST = 365;
const OFFERS_MOST = 3;

/** Tools that a question asks for by name. */
const ASKED_BY: ReadonlyArray<readonly [tool: ToolKey, words: RegExp]> = [
  ['budget', /预算|费用|花费|多少钱/],
  ['rundown', /流程|时间表|流程表/],
  ['checklist', /清单|筹备|待办/],
  ['risks', /风险|预案|下雨/],
  ['slogans', /口号|标语/],
  ['poster', /海报/],
];

/** Other words for an activity. */
const ACTIVITY_BY: ReadonlyArray<readonly [activity: string, words: RegExp]> = [
  ['生日派对', /生日|周岁宴|寿宴/],
  ['赛事', /马拉松|运动会|电竞|锦标赛|联赛/],
  ['展览', /展会|博览会/],
  ['婚礼', /婚宴/],
];
/** A part of other activities too: they say nothing where one is named. */
const PART_BY: typeof ACTIVITY_BY = [
  ['答谢晚宴', /晚宴|答谢|酒会/],
  ['赛事', /比赛/],
];
const activityBy = (table: typeof ACTIVITY_BY, question: string) => table.find(([, words]) => words.test(question))?.[0];

/** By the key of the field that takes it; what was not said is not there. */
function saidIn(question: string, now: Date, before: ToolInput): ToolInput {
  const { people, money_fen } = numbersIn(question);
  const named = ACTIVITIES.find((one) => question.includes(one)) ?? activityBy(ACTIVITY_BY, question);
  const activity = named ?? (before['activity'] === undefined ? activityBy(PART_BY, question) : undefined);
  const place = ['户外', '室内'].find((one) => question.includes(one));
  return {
    ...(activity === undefined ? {} : { activity }),
    ...(place === undefined ? {} : { place }),
    ...(people === null ? {} : { people: String(people) }),
    ...(money_fen === null ? {} : { total: String(Math.round(money_fen / 100)) }),
    ...dateIn(question, now),
  };
}

/** A day as it was said, and how many days are left until it comes next. */
function dateIn(question: string, now: Date): { date?: string; days?: string } {
  const [date, year, month, day] = DATE.exec(question) ?? [];
  if (date === undefined) return {};
  const today = Date.parse(shanghaiDay(now));
  const of = (y: number) => new Date(Date.UTC(y, Number(month) - 1, Number(day)));
  const this_year = new Date(today).getUTCFullYear();
  const next = year === undefined && of(this_year).getTime() < today ? of(this_year + 1) : of(Number(year ?? this_year));
  if (next.getUTCMonth() !== Number(month) - 1) return {};
  const days = (next.getTime() - today) / DAY_MS;
  return { date, ...(days >= 1 && days <= DAYS_MOST ? { days: String(days) } : {}) };
}

/** What a branch said up to a question, by the key of the field that takes it. */
export interface Said {
  question: string;
  own: ToolInput;
  /** The newest of each. */
  all: ToolInput;
  is_first: boolean;
}

/** `before`: of the turn before it; null: there is none. */
export function saidAfter(before: Said | null, question: string, now: Date): Said {
  const own = saidIn(question, now, before?.all ?? {});
  return { question, own, all: { ...before?.all, ...own }, is_first: before === null };
}

/**
 * Tools that go on from a question, filled in with what its branch said: where it names people, a sum or a day, asks for what a tool makes, or found
 * nothing. None where nothing was said that a form could take.
 */
export function offeredTools({ question, own, all, is_first }: Said, nothing: boolean): AssistantOffer[] {
  if (Object.keys(all).length === 0) return [];
  const goes_on = own['people'] !== undefined || own['total'] !== undefined;
  const asked = is_first && !goes_on ? [] : ASKED_BY.filter(([, words]) => words.test(question)).map(([tool]) => tool);
  const general: ToolKey[] = goes_on || nothing ? ['outline', 'budget'] : [];
  const tools = new Set<ToolKey>([...asked, ...general, ...(own['date'] === undefined ? [] : (['checklist'] as const))]);
  return [...tools].slice(0, OFFERS_MOST).flatMap((key) => {
    const tool = findTool(key);
    const input = Object.fromEntries(Object.entries(all).filter(([field]) => tool?.fields.some((one) => one.key === field)));
    return tool ? [{ tool: key, title: tool.title, path: filledToolPath(key, input) }] : [];
  });
}
