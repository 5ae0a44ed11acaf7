import { z } from 'zod';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { privatePageOutput } from '#contract/outputs/publish.ts';
import { reviewListOutput, reviewRevealedOutput } from '#contract/outputs/review.ts';
import { REASON_MAX } from '#contract/publish.ts';

const call = callsOf('review');

export const reviewCalls = {
  list: call('GET', '/admin/review/list', {
    summary: '审核台：一类待处理或已处理的内容，及各类待处理的数量；证件号码与手机号不完整显示',
    auth: { verb: 'review.see' },
    input: z.object({
      type: textField('类型', 40).default(''),
      status: z.enum(['open', 'approved', 'rejected', 'dismissed', 'withdrawn'], { error: '状态无效' }).default('open'),
      page: pageField,
      limit: limitField(20),
    }),
    output: reviewListOutput,
  }),
  export: call('POST', '/admin/review/export', {
    summary: '审核台：导出一类待处理的内容（CSV），记入操作记录',
    auth: { verb: 'list.export' },
    input: z.object({ type: textField('类型', 40).default('') }),
    limit: { points: 20, window_s: 60 },
    answers: 'text/csv',
  }),
  pages: call('GET', '/admin/review/pages', {
    summary: '审核台：这一项的全部页面；证件见 /admin/review/reveal',
    auth: { verb: 'review.see' },
    input: z.object({ id: idField }),
    output: z.array(privatePageOutput),
  }),
  reveal: call('POST', '/admin/review/reveal', {
    summary: '审核台：查看这一项的证件与完整的号码，须写明原因，记入操作记录',
    auth: { verb: 'review.decide' },
    input: z.object({ id: idField, reason: textField('原因', STAFF_REASON_MAX, 1) }),
    output: reviewRevealedOutput,
  }),
  decide: call('POST', '/admin/review/decide', {
    summary: '审核台：处理一项；version 为所看到的版本，其后有变化或已被处理则不予执行（409）',
    auth: { verb: 'review.decide' },
    input: z.object({
      id: idField,
      version: wholeNumber('版本无效', 1, 1e9),
      action: textField('操作', 40, 1),
      reason: textField('原因', REASON_MAX).default(''),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
};
