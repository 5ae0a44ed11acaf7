/** Sign-in calendar (shell spec, Sign-in). Days are YYYY-MM-DD in Shanghai. */

/** Cells of the calendar: six weeks from Monday (spec 9). */
export const GRID_DAYS = 42;

export const SIGN_IN_TEXTS = { done: '签到成功', again: '今日已签到', made_up: '补签成功', no_card: '没有补签卡' } as const;

/** A month as the call writes it: YYYY-M, without a zero. */
export const monthText = (year: number, month: number): string => `${year}-${month}`;

/** Months since the year 0, for comparing. */
export function monthNumber(mon: string): number {
  const [year = 0, month = 1] = mon.split('-').map(Number);
  return year * 12 + month - 1;
}

/** So many months on, YYYY-M. */
export function addMonths(mon: string, months: number): string {
  const at = monthNumber(mon) + months;
  return monthText(Math.floor(at / 12), (at % 12) + 1);
}

/** The month of a day, YYYY-M. */
export const monthOf = (day: string): string => monthText(Number(day.slice(0, 4)), Number(day.slice(5, 7)));

const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

/** The day so many days on. */
export const addDays = (day: string, days: number): string => textOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/** The 42 days of a month's calendar, from the Monday on or before its first day. */
export function monthGrid(mon: string): Array<{ day: string; in_month: boolean }> {
  const [year = 0, month = 1] = mon.split('-').map(Number);
  const first = Date.UTC(year, month - 1, 1);
  const from_monday = (new Date(first).getUTCDay() + 6) % 7;
  return Array.from({ length: GRID_DAYS }, (_, at) => {
    const day = textOf(first + (at - from_monday) * DAY_MS);
    return { day, in_month: monthOf(day) === mon };
  });
}

/** What a day of a streak (from 1) brings. */
export const rewardOf = (rewards: readonly number[], streak: number): number => rewards[(streak - 1) % rewards.length] ?? 0;
