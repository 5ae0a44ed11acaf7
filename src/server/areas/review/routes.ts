import { z } from 'zod';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { REASON_MAX } from '#contract/publish.ts';
import { REVIEW_CALLS } from '#contract/review.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { endpoint } from '../../http/endpoint.ts';
import { idField, limitField, pageField, textField, wholeNumber } from '../../http/fields.ts';
import { privatePageOutput } from '../../http/outputs/publish.ts';
import { reviewListOutput, reviewRevealedOutput } from '../../http/outputs/review.ts';
import { decideReview, listReviews, revealReview, reviewPages } from '../../modules/review/index.ts';
import { reviewCsv } from '../../views/admin/review-csv.ts';

export const reviewEndpoints = [
  endpoint({
    method: 'GET',
    path: REVIEW_CALLS.list,
    summary: '审核台：一类待处理或已处理的内容，及各类待处理的数量；证件号码与手机号不完整显示',
    tag: 'review',
    auth: { verb: 'review.see' },
    input: z.object({
      type: textField('类型', 40).default(''),
      status: z.enum(['open', 'approved', 'rejected', 'dismissed', 'withdrawn'], { error: '状态无效' }).default('open'),
      page: pageField,
      limit: limitField(20),
    }),
    output: reviewListOutput,
    handle: (ctx, input) => listReviews(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: REVIEW_CALLS.export,
    summary: '审核台：导出一类待处理的内容（CSV），记入操作记录',
    tag: 'review',
    auth: { verb: 'list.export' },
    input: z.object({ type: textField('类型', 40).default('') }),
    limit: { points: 20, window_s: 60 },
    answers: 'text/csv',
    handle: async (ctx, { type }) => {
      const { name, pieces } = await reviewCsv(ctx, type);
      return csvAnswer(name, pieces);
    },
  }),
  endpoint({
    method: 'GET',
    path: REVIEW_CALLS.pages,
    summary: '审核台：这一项的全部页面；证件见 /admin/review/reveal',
    tag: 'review',
    auth: { verb: 'review.see' },
    input: z.object({ id: idField }),
    output: z.array(privatePageOutput),
    handle: (ctx, { id }) => reviewPages(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: REVIEW_CALLS.reveal,
    summary: '审核台：查看这一项的证件与完整的号码，须写明原因，记入操作记录',
    tag: 'review',
    auth: { verb: 'review.decide' },
    input: z.object({ id: idField, reason: textField('原因', STAFF_REASON_MAX, 1) }),
    output: reviewRevealedOutput,
    handle: (ctx, input) => revealReview(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: REVIEW_CALLS.decide,
    summary: '审核台：处理一项；version 为所看到的版本，其后有变化或已被处理则不予执行（409）',
    tag: 'review',
    auth: { verb: 'review.decide' },
    input: z.object({
      id: idField,
      version: wholeNumber('版本无效', 1, 1e9),
      action: textField('操作', 40, 1),
      reason: textField('原因', REASON_MAX).default(''),
    }),
    output: z.strictObject({ id: z.int() }),
    handle: async (ctx, input) => {
      await decideReview(ctx, input);
      return { id: input.id };
    },
  }),
];
