/** Months of the books. A month is YYYY-MM, a day YYYY-MM-DD, both of Shanghai. */
export type { Books } from './outputs/books.ts';

export const EXPLAINED_MAX = 500;

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string): boolean => MONTH.test(text);

/** The month some months later. */
export function monthAfter(month: string, by = 1): string {
  const [year = 0, of_year = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of_year - 1 + by, 1)).toISOString().slice(0, 7);
}

/** How many months the second lies after the first. */
export function monthsBetween(first: string, second: string): number {
  const [from, to] = [first, second].map((month) => month.split('-').map(Number)) as [[number, number], [number, number]];
  return (to[0] - from[0]) * 12 + to[1] - from[1];
}

/** Its first and last day. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, of_year = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, of_year, 0)).toISOString().slice(0, 10) };
}
