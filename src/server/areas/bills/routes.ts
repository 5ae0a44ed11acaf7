import { z } from 'zod';
import { billsCalls, numberField, TAG } from '#contract/bills/calls.ts';
import { BILL_CALLS } from '#contract/bills.ts';
import { idField } from '#contract/input-fields.ts';
import type { Ctx } from '../../app/ctx.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { endpoint, serve } from '../../http/endpoint.ts';
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

const RUNS_SHOWN = 14;

export const billEndpoints = [
  serve(billsCalls.income, (ctx, { range }) => income(ctx, range)),
  serve(billsCalls.income_csv, async (ctx, { range }) => csvAnswer(`收入-近${range}天.csv`, await incomeCsv(ctx, range))),
  serve(billsCalls.runs, async (ctx) => ({
    list: (await billRuns(ctx, RUNS_SHOWN)).map(({ id: _id, created_at, ...run }) => ({ ...run, at: unixSeconds(created_at) })),
  })),
  serve(billsCalls.runs_csv, async (ctx) => csvAnswer('对账结果.csv', await billRunsCsv(ctx))),
  serve(billsCalls.invoice, (ctx, { id }) => invoiceForStaff(ctx, id)),
  fileCall(BILL_CALLS.invoice_issue, '上传开出的发票', issueInvoice),
  fileCall(BILL_CALLS.invoice_reverse, '上传红字发票', reverseInvoice),
  serve(billsCalls.invoice_correct, async (ctx, input) => {
    await correctInvoice(ctx, input);
    return null;
  }),
  serve(billsCalls.invoice_keep, async (ctx, input) => {
    await keepInvoice(ctx, input);
    return null;
  }),
  serve(billsCalls.invoice_refile, async (ctx, input, c) => {
    await refileInvoice(ctx, { ...input, file: await pdfOf(c.req.raw) });
    return null;
  }),
  serve(billsCalls.invoice_refuse, async (ctx, input) => {
    await refuseInvoice(ctx, input);
    return null;
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
