/** What buyers say of works: stars, a sentence, what they used it for. Times are unix seconds. */
export type { OpinionOf, OpinionRow, OwnOpinion, ReceivedOpinion } from './outputs/opinion.ts';

export const OPINION_STARS_MAX = 5;
export const OPINION_TEXT_MAX = 500;
export const OPINION_EVENT_MAX = 20;
export const OPINION_PEOPLE_MAX = 1_000_000;
export const OPINION_ANSWER_MAX = 300;
export const OPINION_REASON_MAX = 200;
/** Of the list of a work. */
export const OPINION_PAGE = 10;
/** With fewer ratings than these no mean is shown: one voice is no mean. */
export const OPINION_MEAN_FROM = 5;

/** Where the list of a work stands on its page, and one of it. */
export const OPINIONS_ANCHOR = 'opinions';

/** As if so many had given so much: a few good friends do not lead a list. */
const PRIOR = { num: 5, stars: 4 };

/** Hundredths of the smoothed mean; 0 below OPINION_MEAN_FROM. */
export function opinionScore({ num, sum }: { num: number; sum: number }): number {
  if (num < OPINION_MEAN_FROM) return 0;
  return Math.round(((sum + PRIOR.num * PRIOR.stars) * 100) / (num + PRIOR.num));
}

/** What people read: one decimal; 0: not shown. */
export const opinionMean = (score: number): number => Math.round(score / 10) / 10;

/** 用于年会，300 人; empty: nothing was said. */
export function usedForText({ event, people }: { event: string; people: number }): string {
  if (event === '') return people > 0 ? `用于 ${people} 人` : '';
  return `用于${event}${people > 0 ? `，${people} 人` : ''}`;
}

export const starsText = (stars: number): string => `${'★'.repeat(stars)}${'☆'.repeat(OPINION_STARS_MAX - stars)}`;

/** schema.org AggregateRating of a work, where a mean is shown. */
export function aggregateRating({ rating }: { rating: { num: number; mean: number } | null }): { aggregateRating?: object } {
  if (!rating) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.mean,
      ratingCount: rating.num,
      bestRating: OPINION_STARS_MAX,
      worstRating: 1,
    },
  };
}
