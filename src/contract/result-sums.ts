import type { ResultOf } from './assistant-results.ts';

/** Sums and times of results, by one rule for the tools and for documents: what a model says of them does not count. */

export interface Rates {
  /** Of the sum: what the agency takes, then the tax on both, in thousandths. */
  service_permille: number;
  tax_permille: number;
}

export const USUAL_RATES: Rates = { service_permille: 80, tax_permille: 60 };
export const USUAL_START = '09:00';
const DAY_MINUTES = 1_440;

/** Of fen, half up. */
const permilleOf = (fen: number, rate: number): number => Math.floor((fen * rate * 2 + 1_000) / 2_000);

/** Those that a budget says, else the usual ones. */
export const ratesIn = ({ service_permille, tax_permille }: ResultOf<'budget'>): Rates => ({
  service_permille: service_permille ?? USUAL_RATES.service_permille,
  tax_permille: tax_permille ?? USUAL_RATES.tax_permille,
});

/** Sums of a budget to the fen. */
export function withSums(budget: ResultOf<'budget'>, { service_permille, tax_permille }: Rates = ratesIn(budget)): ResultOf<'budget'> {
  const rows = budget.rows.map((row) => ({ ...row, amount_fen: row.quantity * row.price_fen }));
  const subtotal_fen = rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
  const service_fen = permilleOf(subtotal_fen, service_permille);
  const tax_fen = permilleOf(subtotal_fen + service_fen, tax_permille);
  return { ...budget, rows, subtotal_fen, service_fen, tax_fen, total_fen: subtotal_fen + service_fen + tax_fen };
}

/** Times of a run-down, one after the other from `start` (HH:MM); past midnight they say so. */
export function withTimes(rundown: ResultOf<'rundown'>, start: string): ResultOf<'rundown'> {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  let at = hours * 60 + minutes;
  const text = (of: number) => {
    const days = Math.floor(of / DAY_MINUTES);
    const in_day = of % DAY_MINUTES;
    const clock = `${String(Math.floor(in_day / 60)).padStart(2, '0')}:${String(in_day % 60).padStart(2, '0')}`;
    return days === 0 ? clock : `${days === 1 ? '次日' : `第 ${days + 1} 日`} ${clock}`;
  };
  const rows = rundown.rows.map((row) => {
    const from = at;
    at += row.minutes;
    return { ...row, start: text(from), end: text(at) };
  });
  return { ...rundown, rows };
}
