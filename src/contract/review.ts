/** DTOs of the review desk: one queue for everything that staff decide. */
export type {
  ReportLine,
  ReviewActionText,
  ReviewEntry,
  ReviewedWork,
  ReviewFact,
  ReviewList,
  ReviewRevealed,
  ReviewSubject,
  ReviewTypeCount,
} from './outputs/review.ts';

/** Of a row in the queue. withdrawn: taken back before anybody decided. */
export type ReviewStatus = 'open' | 'approved' | 'rejected' | 'dismissed' | 'withdrawn';

/** Gateway calls of the desk. */
export const REVIEW_CALLS = {
  export: '/admin/review/export',
  pages: '/admin/review/pages',
} as const;
