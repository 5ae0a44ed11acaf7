import { postCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { PrivatePage } from '#contract/publish.ts';
import { REVIEW_CALLS, type ReviewList, type ReviewRevealed } from '#contract/review.ts';

/** Rows a page of the queue. */
const LIMIT = 20;

/** What waits of a type; empty: of the first that the caller may decide. */
export function listReviews(type: string, page: number): Promise<ReviewList> {
  return gateway('GET /admin/review/list', { type, page, limit: LIMIT }, { silent: true });
}

/** All that waits of the type, as a CSV. @throws ApiError */
export const exportReviews = (type: string): Promise<Blob> => postCsv(REVIEW_CALLS.export, { type });

export function reviewPages(id: number): Promise<PrivatePage[]> {
  return gateway('GET /admin/review/pages', { id }, { silent: true });
}

/** What the queue masks of a row, whole, and its papers. */
export function postReveal(id: number, reason: string): Promise<ReviewRevealed> {
  return gateway('POST /admin/review/reveal', { id, reason }, { silent: true });
}

export interface DecisionInput {
  id: number;
  version: number;
  action: string;
  reason: string;
}

/** The desk itself says what came of it. */
export function decideReview(input: DecisionInput): Promise<{ id: number }> {
  return gateway('POST /admin/review/decide', { ...input }, { silent: true });
}
