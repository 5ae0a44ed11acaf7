import type { Context } from 'hono';
import { billsCalls } from '#contract/bills/calls.ts';
import { claimCalls } from '#contract/bills/claim-calls.ts';
import { booksCalls } from '#contract/books/calls.ts';
import { CLAIM_FILE_MAX_BYTES } from '#contract/claim.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { csvAnswer, ownFileHeaders, xlsxAnswer } from '../../http/file-answer.ts';
import { readBytes } from '../../http/rest-of-body.ts';
import { sendFile } from '../../http/send-file.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { booksJobs, booksOf, closeMonth, feeRate, matchBills } from '../../modules/books/index.ts';
import { xlsxOf } from '../../modules/console/index.ts';
import {
  correctInvoice,
  INVOICE_FILE_MAX_BYTES,
  type InvoiceFile,
  invoiceForStaff,
  invoiceJobs,
  issueInvoice,
  keepInvoice,
  refileInvoice,
  refuseInvoice,
  reverseInvoice,
} from '../../modules/invoices/index.ts';
import { addClaim, answerClaim, keepProof, openProof, recordResult } from '../../modules/orders/index.ts';
import { remitTax, taxOwed, taxReport } from '../../modules/payouts/index.ts';
import { billRuns, reconcileJobs } from '../../modules/reconcile/index.ts';
import { billLists, billRunsCsv } from '../../views/admin/bill-lists.ts';
import { booksCsv, ledgerList } from '../../views/admin/books.ts';
import { claimList, staffClaim } from '../../views/admin/claims.ts';
import { income, incomeCsv } from '../../views/admin/income.ts';
import type { Manifest } from '../manifest.ts';

const RUNS_SHOWN = 14;

const withFile =
  (keep: (ctx: Ctx, input: InvoiceFile) => Promise<void>) =>
  async (ctx: Ctx, { id, number }: { id: number; number: string }, c: Context): Promise<null> => {
    await keep(ctx, { id, number, file: await pdfOf(c.req.raw) });
    return null;
  };

export const billEndpoints = [
  serve(billsCalls.income, (ctx, { range }) => income(ctx, range)),
  serve(billsCalls.income_csv, async (ctx, { range }) => csvAnswer(`收入-近${range}天.csv`, await incomeCsv(ctx, range))),
  serve(billsCalls.runs, async (ctx) => ({
    list: (await billRuns(ctx, RUNS_SHOWN)).map(({ id: _id, fees: _fees, created_at, ...run }) => ({
      ...run,
      at: unixSeconds(created_at),
    })),
  })),
  serve(billsCalls.runs_csv, async (ctx) => csvAnswer('对账结果.csv', await billRunsCsv(ctx))),
  serve(booksCalls.books, async (ctx, input) => ({ ...(await booksOf(ctx, input)), tax: await taxOwed(ctx) })),
  serve(booksCalls.tax_report, async (ctx, { quarter }) => {
    const { name, rows } = await taxReport(ctx, quarter);
    return xlsxAnswer(name, xlsxOf(rows));
  }),
  serveDone(booksCalls.tax_remit, (ctx, input) => remitTax(ctx, input)),
  serve(booksCalls.csv, async (ctx, input) => {
    const { name, text } = await booksCsv(ctx, input);
    return csvAnswer(name, text);
  }),
  serveDone(booksCalls.close, (ctx, input) => closeMonth(ctx, input)),
  serveDone(booksCalls.bills, (ctx, { month }) => matchBills(ctx, month)),
  serve(claimCalls.claim, (ctx, { id }) => staffClaim(ctx, id)),
  serve(claimCalls.add, (ctx, input) => addClaim(ctx, input)),
  serveDone(claimCalls.answer, (ctx, input) => answerClaim(ctx, input)),
  serve(claimCalls.put_file, async (ctx, input, c) => {
    const file = await readBytes(c.req.raw, CLAIM_FILE_MAX_BYTES);
    if (!file) throw new AppError('文件不能超过 5 MB', { status: 413 });
    await keepProof(ctx, { ...input, file });
    return null;
  }),
  serve(claimCalls.file, async (ctx, input, c) => {
    const { name, type, ...file } = await openProof(ctx, input);
    const headers = ownFileHeaders(name, type);
    return sendFile(c, { size_bytes: file.size_bytes, headers, read: async () => file.data }, ctx.log);
  }),
  serveDone(claimCalls.end, (ctx, input) => recordResult(ctx, input)),
  serve(billsCalls.invoice, (ctx, { id }) => invoiceForStaff(ctx, id)),
  serve(billsCalls.invoice_issue, withFile(issueInvoice)),
  serve(billsCalls.invoice_reverse, withFile(reverseInvoice)),
  serveDone(billsCalls.invoice_correct, (ctx, input) => correctInvoice(ctx, input)),
  serveDone(billsCalls.invoice_keep, (ctx, input) => keepInvoice(ctx, input)),
  serveDone(billsCalls.invoice_refile, async (ctx, input, c) => refileInvoice(ctx, { ...input, file: await pdfOf(c.req.raw) })),
  serveDone(billsCalls.invoice_refuse, (ctx, input) => refuseInvoice(ctx, input)),
];

async function pdfOf(request: Request): Promise<Uint8Array> {
  const file = await readBytes(request, INVOICE_FILE_MAX_BYTES);
  if (!file) throw new AppError('文件不能超过 5 MB', { status: 413 });
  return file;
}

/** Income, invoices and the comparison with the provider's bills, for staff. */
export const billsArea: Manifest = {
  name: 'bills',
  endpoints: billEndpoints,
  jobs: (app) => [...reconcileJobs(app), ...invoiceJobs(app), ...booksJobs(app)],
  settings: [feeRate],
  staff_lists: [...billLists, claimList, ledgerList],
};
