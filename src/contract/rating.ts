/** What two people say of each other after they worked together. Times are unix seconds. */
export type { RatingList } from './outputs/offer.ts';

export const RATING_STARS_MAX = 5;
export const RATING_TEXT_MAX = 300;
/** A rating is shown once the other side has rated too, or this many days after it was given. */
export const RATING_BLIND_DAYS = 14;

/** What ratings are about. */
export const RATING_SUBJECTS = { demand: '需求合作', request: '接单大厅' } as const;
export type RatingSubject = keyof typeof RATING_SUBJECTS;

/** All shown ratings of one person together. `mean`: of their stars, two decimals; 0 without any. */
export interface RatingSum {
  count: number;
  mean: number;
}

/** 4.8 for 4.75; '' without ratings. */
export const meanText = ({ count, mean }: RatingSum): string => (count === 0 ? '' : mean.toFixed(1));

export const RATING_CALLS = {
  /** GET, public: the shown ratings of a person. */
  list: '/rating/list',
} as const;
