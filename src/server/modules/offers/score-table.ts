import type { Criterion, MarkedOffer } from '#contract/offer.ts';

export interface Scored {
  offer_id: number;
  /** Of 100, two digits: the mean of the judges' weighted totals, and between the extremes. */
  mean: number;
  spread: number;
  by_criterion: number[];
  /** In the order of the sheets. */
  totals: number[];
  words: string[];
}

const meanOf = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0) / Math.max(1, values.length);
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** What several sheets say of the offers that all of them mark, best first; equal ones in the order of the offers. */
export function scoreTable(criteria: readonly Criterion[], sheets: ReadonlyArray<readonly MarkedOffer[]>): Scored[] {
  const rows = (sheets[0] ?? []).flatMap(({ offer_id }) => {
    const given = sheets.flatMap((sheet) => sheet.find((one) => one.offer_id === offer_id) ?? []);
    if (given.length < sheets.length) return [];
    const markOf = ({ marks }: MarkedOffer, at: number) => marks[at] ?? 0;
    // whole hundredths, so that equal sums are equal
    const totals = given.map((one) => criteria.reduce((all, { weight }, at) => all + markOf(one, at) * weight, 0) / 100);
    return {
      ...{ offer_id, totals, mean: rounded(meanOf(totals)), spread: rounded(Math.max(...totals) - Math.min(...totals)) },
      by_criterion: criteria.map((_, at) => rounded(meanOf(given.map((one) => markOf(one, at))))),
      words: given.map(({ word }) => word),
    };
  });
  return rows.toSorted((a, b) => b.mean - a.mean || a.offer_id - b.offer_id);
}
