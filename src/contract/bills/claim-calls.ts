import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { CLAIM_RESULTS, CLAIM_TEXT_MAX } from '#contract/claim.ts';
import { dayStart } from '#contract/days.ts';
import { idField, staffReasonField, textField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import { staffClaimOutput } from '#contract/outputs/claim.ts';

const call = callsOf('admin');
const auth = { verb: 'claim.handle' } as const;
const dayField = z.string({ error: '日期无效' }).refine((day) => dayStart(day) !== null, '日期应为 2026-11-30 这样的写法');

export const claimCalls = {
  claim: call('GET', '/admin/claim', {
    summary: '后台：一件拒付或交易投诉，连同答复与材料',
    auth,
    input: z.object({ id: idField }),
    output: staffClaimOutput,
  }),
  add: call('POST', '/admin/claim', {
    summary: '后台：登记一件拒付或交易投诉',
    auth,
    input: z.object({
      payment_no: textField('付款号', 64, 1),
      kind: z.enum(['chargeback', 'complaint'], { error: '类型无效' }),
      provider_no: textField('支付方单号', 64, 1),
      amount: yuanField('金额无效', 0.01, 1_000_000),
      words: textField('付款人的说法', CLAIM_TEXT_MAX).default(''),
      came: dayField,
      due: dayField,
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  answer: call('POST', '/admin/claim/answer', {
    summary: '后台：记下给支付方的答复；可以再次答复',
    auth,
    input: z.object({ id: idField, reason: textField('答复', CLAIM_TEXT_MAX, 1) }),
    output: z.null(),
  }),
  put_file: call('POST', '/admin/claim/file', {
    summary: '后台：上传证明材料（PDF、PNG、JPG，不超过 5 MB）',
    auth,
    input: z.object({ id: idField, name: textField('文件名', 100, 1) }),
    raw_body: true,
    output: z.null(),
  }),
  file: call('GET', '/admin/claim/file', {
    summary: '后台：一份证明材料，n 从 0 起',
    auth,
    input: z.object({ id: idField, n: wholeNumber('编号无效', 0, 100) }),
    answers: 'application/octet-stream',
  }),
  end: call('POST', '/admin/claim/end', {
    summary: '后台：登记支付方的结果；成立（lost）时收回所购内容，超过复核金额的须另一位同事确认',
    auth: { verb: 'claim.end' },
    input: z.object({ id: idField, result: z.enum(CLAIM_RESULTS, { error: '结果无效' }), reason: staffReasonField }),
    output: z.null(),
  }),
};
