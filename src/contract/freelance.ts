/** Days on which people can be hired for events: YYYY-MM-DD in Shanghai. What they do and where, their resume says. */
export type { OwnDays } from './outputs/recruit.ts';

export const DAY_PRICE_MAX = 100_000;
/** How far ahead days are marked, and how many one search spans. */
export const DAYS_AHEAD = 180;
export const DAYS_SPAN_MAX = 31;

/** What a day is marked as; `none` takes the mark away. */
export const DAY_MARKS = { free: '空闲', busy: '已占用', none: '未标记' } as const;
export type DayMarkKey = keyof typeof DAY_MARKS;

/** A day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** All days from the first to the last; reversed or more than a search spans: none. */
export function daysBetween(from: string, to: string): string[] {
  const n = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return n >= 1 && n <= DAYS_SPAN_MAX ? Array.from({ length: n }, (_, at) => dayAfter(from, at)) : [];
}
