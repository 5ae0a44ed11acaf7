import type { SearchAnswerKind } from '#contract/catalog.ts';
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

/** What a reader does for a query, and how `search_marks` names it. */
export const ACTS = { asked: 1, asked_in_month: 2, opened: 3, collected: 4, bought: 5 } as const;
export type Act = keyof typeof ACTS;

/** Places of a first page beyond which a press is late. */
export const LATE_AFTER = 6;
/** So many readers within a month ask for something before staff read what it was. */
export const SHOWN_LEAST = 3;
/** Of one address on a day: for one work of a query or one query asked, and in all. */
export const ADDRESS_A_WORK = 3;
export const ADDRESS_A_DAY = 200;

const KEY_MOST = 100;
/** Numbers of phones, orders and identities, addresses of mail and pages: somebody's own, typed into the wrong field. */
const OWN_MATTER = /\d{6,}|@|:\/\//;

/** Whether a query may be recorded at all. */
export const isRecorded = (key: string): boolean => key !== '' && key.length <= KEY_MOST && !OWN_MATTER.test(key);

/** First day of a day's month. */
export const monthOfDay = (day: string): string => `${day.slice(0, 7)}-01`;

/** Of wishes in their order those that a limit lets through, when `before` were there already. */
export function withinQuota<T>(wishes: readonly T[], before: number, most: number): T[] {
  return wishes.slice(0, Math.max(0, most - before));
}

/** How a query was answered last. */
export interface QueryAnswer {
  answer: SearchAnswerKind;
  /** Words that were left out. */
  left_out: number;
}
