import { z } from 'zod';
import { INCOME_RANGES } from '#contract/bills.ts';
import { callsOf } from '#contract/call.ts';
import { choiceField, flagField, idField, staffReasonField, textField } from '#contract/input-fields.ts';
import { wishFields } from '#contract/invoice-fields.ts';
import { billRunOutput, incomeOutput } from '#contract/outputs/bills.ts';
import { invoiceOutput } from '#contract/outputs/order.ts';

const call = callsOf('admin');
const rangeField = choiceField('时间范围无效', INCOME_RANGES).default(30);
const numberField = textField('发票号码', 20, 1);

/** A PDF as the body, its invoice and number in the query. */
const fileCall = <const P extends string>(path: P, title: string) =>
  call('POST', path, {
    summary: `后台：${title}（PDF，不超过 5 MB，作为请求的内容）`,
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, number: numberField }),
    raw_body: true,
    output: z.null(),
  });

export const billsCalls = {
  income: call('GET', '/admin/income', {
    summary: '后台：近 7、30、90 天的成交额、退款与分成，按日与按类型，附图',
    auth: { verb: 'bill.see' },
    input: z.object({ range: rangeField }),
    output: incomeOutput,
  }),
  income_csv: call('GET', '/admin/income/export', {
    summary: '后台：收入明细，按日与类型（CSV）',
    auth: { verb: 'bill.see' },
    input: z.object({ range: rangeField }),
    answers: 'text/csv',
  }),
  runs: call('GET', '/admin/bill/runs', {
    summary: '后台：最近各日的对账结果',
    auth: { verb: 'bill.see' },
    output: z.strictObject({ list: z.array(billRunOutput) }),
  }),
  runs_csv: call('GET', '/admin/bill/runs/export', {
    summary: '后台：近一年各日的对账结果（CSV）',
    auth: { verb: 'bill.see' },
    answers: 'text/csv',
  }),
  invoice: call('GET', '/admin/invoice', {
    summary: '后台：一张发票的抬头、税号、金额与状态',
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField }),
    output: invoiceOutput,
  }),
  invoice_correct: call('POST', '/admin/invoice/correct', {
    summary: '后台：已开具的发票抬头或税号有误，红冲后按更正的内容换开；须另一位工作人员确认',
    auth: { verb: 'invoice.correct' },
    input: z.object({ id: idField, ...wishFields, reason: staffReasonField }),
    output: z.null(),
  }),
  invoice_keep: call('POST', '/admin/invoice/keep', {
    summary: '后台：不予换开，原发票继续有效，须写明原因',
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.null(),
  }),
  invoice_refile: call('POST', '/admin/invoice/refile', {
    summary: '后台：更正登记错的发票号码与文件（PDF，不超过 5 MB，作为请求的内容），red 为 1 时是红字发票；原文件留作记录',
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, number: numberField, red: flagField.default(false), reason: staffReasonField }),
    raw_body: true,
    output: z.null(),
  }),
  invoice_refuse: call('POST', '/admin/invoice/refuse', {
    summary: '后台：不予开票，须写明原因',
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.null(),
  }),
  invoice_issue: fileCall('/admin/invoice/issue', '上传开出的发票'),
  invoice_reverse: fileCall('/admin/invoice/reverse', '上传红字发票'),
};
