import type { Readable } from 'node:stream';
import type { Invoice } from '#contract/order.ts';
import { type Ctx, can, inTransaction, requireUser, requireVerb } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { newStorageKey } from '../../providers/storage/port.ts';
import { refuseOwn } from '../countersign/index.ts';
import type { RefundHook } from '../orders/index.ts';
import { invoiceDto } from './ask-invoice.ts';
import { askAnew, orderOf } from './correct-invoice.ts';
import { type Handled, invoiceFiles, planMail, tellInvoice } from './mail-invoice.ts';
import { findInvoice, findInvoiceOf, type InvoiceChange, type InvoiceRow, lockInvoice, moveInvoice } from './repo.ts';
import { INVOICE_TRANSITIONS } from './rules.ts';

export const INVOICE_FILE_MAX_BYTES = 5 * 1024 * 1024;
/** Files of one invoice that were recorded by mistake. */
const PAST_MOST = 10;

export interface InvoiceFile {
  id: number;
  /** The tax authority's number. */
  number: string;
  /** A PDF of at most `INVOICE_FILE_MAX_BYTES`. */
  file: Uint8Array;
}

/** Staff hand over the invoice that was issued; who asked is notified, the file is mailed. Locks it. @throws AppError 403, 404, code 1 for what is no PDF, 409 when it is not waiting */
export function issueInvoice(ctx: Ctx, input: InvoiceFile): Promise<void> {
  return keepFile(ctx, input, 'issue', (file_key, now) => ({ number: input.number, file_key, issued_at: now }));
}

/** Staff hand over the red letter (红字发票) that reverses it. Locks it. @throws as `issueInvoice` */
export function reverseInvoice(ctx: Ctx, input: InvoiceFile): Promise<void> {
  return keepFile(ctx, input, 'reverse', (red_file_key, now) => ({ red_number: input.number, red_file_key, red_at: now }));
}

/**
 * The number or file of an invoice, or of its red letter, was recorded wrongly: the right one takes its place, the old one stays in the history
 * and the buyer gets the new one. Locks it.
 * @throws as `issueInvoice`
 */
export async function refileInvoice(ctx: Ctx, input: InvoiceFile & { red: boolean; reason: string }): Promise<void> {
  const { red, reason } = input;
  await keepFile(ctx, input, 'refile', (key, now, row) => {
    const had = red ? row.red_file_key : row.file_key;
    if (had === '') throw conflict(red ? '还没有红字发票' : '还没有发票');
    const past = { red, number: red ? row.red_number : row.number, file_key: had, reason, at: unixSeconds(now) };
    if (row.past_files.length >= PAST_MOST) throw conflict(`一张发票最多更正 ${PAST_MOST} 次`);
    const next = red ? { red_number: input.number, red_file_key: key } : { number: input.number, file_key: key };
    return { ...next, past_files: [...row.past_files, past] };
  });
}

/** Staff cannot issue it and say why. Locks it. @throws AppError 403, 404, 409 */
export async function refuseInvoice(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  requireVerb(ctx, 'invoice.handle');
  await move(ctx, id, 'refuse', () => ({ reason }), { said: { reason }, red: null });
}

/** What a refund of its order means for an invoice: a request shrinks or ends, an issued one must be reversed. */
export const invoiceOnRefund: RefundHook = async (tx, order, { left_fen }) => {
  const found = await findInvoiceOf(tx.db, order.id);
  const row = found && (await lockInvoice(tx.db, found.id));
  const to = row && INVOICE_TRANSITIONS[row.status][left_fen === 0 ? 'order_refunded' : 'order_reduced'];
  if (!row || !to) return;
  await moveInvoice(
    tx.db,
    row.id,
    row.status,
    to,
    to === 'asked' ? { amount_fen: left_fen } : to === 'withdrawn' ? { reason: '订单已退款' } : {},
  );
};

/**
 * The file, for who asked for it and for staff.
 * @throws AppError 404 for everybody else, and while there is none
 */
export async function openInvoice(
  ctx: Ctx,
  { id, red }: { id: number; red: boolean },
): Promise<{ name: string; size_bytes: number; data: Readable }> {
  const user_id = requireUser(ctx);
  const row = await findInvoice(ctx.db, id);
  const key = red ? row?.red_file_key : row?.file_key;
  if (!row || !key || (row.user_id !== user_id && !can(ctx.actor, 'invoice.handle'))) throw notFound('发票不存在');
  const { storage } = ctx.app.providers;
  const stored = await storage.statPrivate(key);
  if (!stored) throw notFound('发票文件不存在');
  return { name: `${red ? '红字发票' : '发票'}-${row.orderid}.pdf`, size_bytes: stored.size_bytes, data: await storage.readPrivate(key) };
}

/** @throws AppError 403, 404 */
export async function invoiceForStaff(ctx: Ctx, id: number): Promise<Invoice> {
  requireVerb(ctx, 'invoice.handle');
  const row = await findInvoice(ctx.db, id);
  if (!row) throw notFound('发票不存在');
  return invoiceDto(row);
}

async function keepFile(
  ctx: Ctx,
  { id, number, file, red, reason }: InvoiceFile & { red?: boolean; reason?: string },
  event: 'issue' | 'reverse' | 'refile',
  change: (key: string, now: Date, row: InvoiceRow) => InvoiceChange,
): Promise<void> {
  requireVerb(ctx, 'invoice.handle');
  if (!/^\d{8,20}$/.test(number)) throw invalid({ number: '发票号码应为 8 至 20 位数字' });
  if (Buffer.from(file.subarray(0, 5)).toString('latin1') !== '%PDF-') throw invalid({ file: '请上传 PDF 文件' });
  const key = await invoiceFiles.newKey(ctx, `invoices/${newStorageKey()}.pdf`);
  await ctx.app.providers.storage.putPrivate(key, file);
  const said = { number, ...(reason ? { reason } : {}) };
  await move(ctx, id, event, (row) => change(key, ctx.app.clock.now(), row), { said, red: red ?? event === 'reverse' });
}

/** `said`: text for the log and the buyer. `red`: which file is mailed; null: none. */
async function move(
  ctx: Ctx,
  id: number,
  event: Handled,
  change: (row: InvoiceRow) => InvoiceChange,
  { said, red }: { said: { number?: string; reason?: string }; red: boolean | null },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const order = event === 'reverse' ? await orderOf(tx, id) : null;
    const row = await lockInvoice(tx.db, id);
    if (!row) throw notFound('发票不存在');
    await refuseOwn(tx, [row.user_id]);
    const to = INVOICE_TRANSITIONS[row.status][event];
    if (!to) throw conflict('发票已处理，请刷新后再操作');
    const changed = change(row);
    await moveInvoice(tx.db, id, row.status, to, changed);
    await recordAudit(tx, `invoice.${event}`, `invoice#${id}`, said);
    const anew = event === 'reverse' && (await askAnew(tx, row, order));
    await tellInvoice(tx, row, anew ? 'anew' : event, said.reason, changed.past_files?.length);
    const nth = (changed.past_files ?? row.past_files).length;
    if (red !== null) await planMail(tx, { id, red, ...(nth > 0 ? { nth } : {}) });
  });
}
