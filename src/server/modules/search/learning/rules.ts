import { shanghaiDay } from '../../../kernel/clock.ts';

/** Pure rules of learning from presses. */

/** After so many days an act is worth half. */
export const HALF_LIFE_DAYS = 15;
/** The day whose acts count as they are; later ones count more, so that nothing is written for decay. */
const EPOCH_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

/** What an act is worth on the day it happened; a press far below, past better placed works, says more than one on the first. */
const WORTH = { opened: 1, late: 0.5, collected: 3, bought: 5 };
/** As much as this in presses is not known yet of every query: a press among few is little. */
const UNKNOWN = 12;

const daysSinceEpoch = (day: string): number => (Date.parse(day) - EPOCH_MS) / DAY_MS;

/** SQL of what a row of `search_presses` adds to a score. */
export const WORTH_SQL = `(opened * ${WORTH.opened} + late * ${WORTH.late} + collected * ${WORTH.collected} + bought * ${WORTH.bought})
  * power(2::float8, (day - date '2026-01-01')::float8 / ${HALF_LIFE_DAYS})`;

/** Share of the greatest boost, 0 to below 1, of every work by its score. Sums to less than one over a query. */
export function scoreShares(scores: ReadonlyArray<{ item_id: number; score: number }>, now: Date): Map<number, number> {
  const present = 2 ** (-daysSinceEpoch(shanghaiDay(now)) / HALF_LIFE_DAYS);
  const sum = scores.reduce((all, { score }) => all + score * present, 0);
  return new Map(scores.map(({ item_id, score }) => [item_id, (score * present) / (sum + UNKNOWN)]));
}
