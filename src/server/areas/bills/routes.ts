import { z } from 'zod';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { BILL_CALLS, INCOME_RANGES } from '#contract/bills.ts';
import type { Ctx } from '../../app/ctx.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choiceField, flagField, idField, noInput, textField } from '../../http/fields.ts';
import { wishFields } from '../../http/invoice-fields.ts';
import { billRunOutput, incomeOutput } from '../../http/outputs/bills.ts';
import { invoiceOutput } from '../../http/outputs/order.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  correctInvoice,
  INVOICE_FILE_MAX_BYTES,
  type InvoiceFile,
  invoiceForStaff,
  issueInvoice,
  keepInvoice,
  refileInvoice,
  refuseInvoice,
  reverseInvoice,
} from '../../modules/invoices/index.ts';
import { billRuns } from '../../modules/reconcile/index.ts';
import { billRunsCsv } from '../../views/admin/bill-runs-csv.ts';
import { income, incomeCsv } from '../../views/admin/income.ts';

const TAG = 'admin';
const RUNS_SHOWN = 14;
const rangeField = choiceField('时间范围无效', INCOME_RANGES).default(30);
const numberField = textField('发票号码', 20, 1);
const reasonField = textField('原因', STAFF_REASON_MAX, 1);

export const billEndpoints = [
  endpoint({
    method: 'GET',
    path: BILL_CALLS.income,
    summary: '后台：近 7、30、90 天的成交额、退款与分成，按日与按类型，附图',
    tag: TAG,
    auth: { verb: 'bill.see' },
    input: z.object({ range: rangeField }),
    output: incomeOutput,
    handle: (ctx, { range }) => income(ctx, range),
  }),
  endpoint({
    method: 'GET',
    path: BILL_CALLS.income_csv,
    summary: '后台：收入明细，按日与类型（CSV）',
    tag: TAG,
    auth: { verb: 'bill.see' },
    input: z.object({ range: rangeField }),
    answers: 'text/csv',
    handle: async (ctx, { range }) => csvAnswer(`收入-近${range}天.csv`, await incomeCsv(ctx, range)),
  }),
  endpoint({
    method: 'GET',
    path: BILL_CALLS.runs,
    summary: '后台：最近各日的对账结果',
    tag: TAG,
    auth: { verb: 'bill.see' },
    input: z.object({}),
    output: z.strictObject({ list: z.array(billRunOutput) }),
    handle: async (ctx) => ({
      list: (await billRuns(ctx, RUNS_SHOWN)).map(({ id: _id, created_at, ...run }) => ({ ...run, at: unixSeconds(created_at) })),
    }),
  }),
  endpoint({
    method: 'GET',
    path: BILL_CALLS.runs_csv,
    summary: '后台：近一年各日的对账结果（CSV）',
    tag: TAG,
    auth: { verb: 'bill.see' },
    input: noInput,
    answers: 'text/csv',
    handle: async (ctx) => csvAnswer('对账结果.csv', await billRunsCsv(ctx)),
  }),
  endpoint({
    method: 'GET',
    path: BILL_CALLS.invoice,
    summary: '后台：一张发票的抬头、税号、金额与状态',
    tag: TAG,
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField }),
    output: invoiceOutput,
    handle: (ctx, { id }) => invoiceForStaff(ctx, id),
  }),
  fileCall(BILL_CALLS.invoice_issue, '上传开出的发票', issueInvoice),
  fileCall(BILL_CALLS.invoice_reverse, '上传红字发票', reverseInvoice),
  endpoint({
    method: 'POST',
    path: BILL_CALLS.invoice_correct,
    summary: '后台：已开具的发票抬头或税号有误，红冲后按更正的内容换开；须另一位工作人员确认',
    tag: TAG,
    auth: { verb: 'invoice.correct' },
    input: z.object({ id: idField, ...wishFields, reason: reasonField }),
    output: z.null(),
    handle: async (ctx, input) => {
      await correctInvoice(ctx, input);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: BILL_CALLS.invoice_keep,
    summary: '后台：不予换开，原发票继续有效，须写明原因',
    tag: TAG,
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, reason: reasonField }),
    output: z.null(),
    handle: async (ctx, input) => {
      await keepInvoice(ctx, input);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: BILL_CALLS.invoice_refile,
    summary: '后台：更正登记错的发票号码与文件（PDF，不超过 5 MB，作为请求的内容），red 为 1 时是红字发票；原文件留作记录',
    tag: TAG,
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, number: numberField, red: flagField.default(false), reason: reasonField }),
    raw_body: true,
    output: z.null(),
    handle: async (ctx, input, c) => {
      await refileInvoice(ctx, { ...input, file: await pdfOf(c.req.raw) });
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: BILL_CALLS.invoice_refuse,
    summary: '后台：不予开票，须写明原因',
    tag: TAG,
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, reason: reasonField }),
    output: z.null(),
    handle: async (ctx, input) => {
      await refuseInvoice(ctx, input);
      return null;
    },
  }),
];

/** A PDF as the body, its invoice and number in the query. */
function fileCall(path: string, title: string, keep: (ctx: Ctx, input: InvoiceFile) => Promise<void>) {
  return endpoint({
    method: 'POST',
    path,
    summary: `后台：${title}（PDF，不超过 5 MB，作为请求的内容）`,
    tag: TAG,
    auth: { verb: 'invoice.handle' },
    input: z.object({ id: idField, number: numberField }),
    raw_body: true,
    output: z.null(),
    handle: async (ctx, { id, number }, c) => {
      await keep(ctx, { id, number, file: await pdfOf(c.req.raw) });
      return null;
    },
  });
}

async function pdfOf(request: Request): Promise<Uint8Array> {
  const file = await readBytes(request, INVOICE_FILE_MAX_BYTES);
  if (!file) throw new AppError('文件不能超过 5 MB', { status: 413 });
  return file;
}
