import { reviewCalls } from '#contract/review/calls.ts';
import { serve, serveId } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { decideReview, listReviews, revealReview, reviewPages } from '../../modules/review/index.ts';
import { reviewCsv } from '../../views/admin/review-csv.ts';
import type { Manifest } from '../manifest.ts';

const reviewEndpoints = [
  serve(reviewCalls.list, (ctx, input) => listReviews(ctx, input)),
  serve(reviewCalls.export, async (ctx, { type }) => {
    const { name, pieces } = await reviewCsv(ctx, type);
    return csvAnswer(name, pieces);
  }),
  serve(reviewCalls.pages, (ctx, { id }) => reviewPages(ctx, id)),
  serve(reviewCalls.reveal, (ctx, input) => revealReview(ctx, input)),
  serveId(reviewCalls.decide, decideReview),
];

export const reviewArea: Manifest = { name: 'review', endpoints: reviewEndpoints };
