import { type InvoiceWish, wishFaults } from '#contract/invoice-wish.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct, refuseOwn } from '../countersign/index.ts';
import { lockOrderFacts } from '../orders/index.ts';
import { plainWish } from './ask-invoice.ts';
import { tellInvoice } from './mail-invoice.ts';
import { countCorrected, findInvoice, type InvoiceRow, insertInvoice, lockInvoice, moveInvoice } from './repo.ts';
import { CORRECTIONS_MOST, INVOICE_TRANSITIONS } from './rules.ts';
import type { Correction } from './tables.ts';

interface CorrectInput extends InvoiceWish {
  id: number;
  reason: string;
}

/**
 * The buyer says what their issued invoice should have said: it is reversed by a red letter, and then another one is issued. Locks it.
 * @throws AppError 404 for what is not theirs; code 1 for a wrong field; 409 when it is not issued, says the same, or was corrected too often
 */
export async function correctOwnInvoice(ctx: Ctx, input: CorrectInput): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await lockInvoice(tx.db, input.id);
    if (row?.user_id !== user_id) throw notFound('发票不存在');
    if ((await countCorrected(tx.db, row.order_id)) >= CORRECTIONS_MOST)
      throw conflict(`这笔订单的发票已换开 ${CORRECTIONS_MOST} 次，请联系客服处理`);
    await writeCorrection(tx, row, input, false);
  });
}

const correctAct = defineStaffAct<CorrectInput, void>({
  name: 'invoice.correct',
  title: '更正发票抬头',
  verb: 'invoice.correct',
  async concerns(ctx, { id }) {
    const row = await findInvoice(ctx.db, id);
    return row ? [row.user_id] : [];
  },
  // who gets a tax paper is not what one member of staff types
  value: () => 'always',
  async about(ctx, { id, title, tax_no, reason }) {
    const row = await findInvoice(ctx.db, id);
    return `发票 ${row?.invoice_no ?? id} 红冲后换开：「${row?.title ?? ''}」改为「${title}」${tax_no && `（税号 ${tax_no}）`}，原因：${reason}`;
  },
  async run(tx, input) {
    requireVerb(tx, 'invoice.correct');
    const row = await lockInvoice(tx.db, input.id);
    if (!row) throw notFound('发票不存在');
    await writeCorrection(tx, row, input, true);
    await recordAudit(tx, 'invoice.correct', `invoice#${row.id}`, { title: input.title, reason: input.reason });
    await tellInvoice(tx, row, 'correct', input.reason);
  },
});

/** The same by staff, confirmed by a second person. @throws as `correctOwnInvoice`, and as `performAct` */
export function correctInvoice(ctx: Ctx, input: CorrectInput): Promise<void> {
  return performAct(ctx, correctAct, input);
}

async function writeCorrection(tx: TxCtx, row: InvoiceRow, { reason, ...wish }: CorrectInput, by_staff: boolean): Promise<void> {
  const faults = wishFaults(wish);
  if (faults) throw invalid(faults);
  const to = INVOICE_TRANSITIONS[row.status].correct;
  if (!to) throw conflict('只有已开具的发票可以换开');
  const next = plainWish(wish);
  if (next.holder === row.holder && next.title === row.title && next.tax_no === row.tax_no)
    throw conflict('抬头与税号没有变化，不需要换开');
  const correction: Correction = { ...next, reason: reason.trim(), by_staff };
  await moveInvoice(tx.db, row.id, row.status, to, { correction });
}

/** The buyer takes back what waits: a request, or that their invoice be made again. Locks it. @throws AppError 404 for what is not theirs, 409 when it is too late */
export async function withdrawInvoice(ctx: Ctx, id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const order = await orderOf(tx, id);
    const row = await lockInvoice(tx.db, id);
    if (row?.user_id !== user_id) throw notFound('发票不存在');
    if (row.status === 'red_due') return keep(tx, row, order);
    const to = INVOICE_TRANSITIONS[row.status].withdraw;
    if (!to) throw conflict('发票已处理，不能撤回');
    await moveInvoice(tx.db, id, row.status, to, {});
  });
}

/** Staff do not make it again and say why: it stays as it was issued. Locks order and invoice. @throws AppError 403, 404, 409 */
export async function keepInvoice(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  requireVerb(ctx, 'invoice.handle');
  await inTransaction(ctx, async (tx) => {
    const order = await orderOf(tx, id);
    const row = await lockInvoice(tx.db, id);
    if (!row) throw notFound('发票不存在');
    await refuseOwn(tx, [row.user_id]);
    await keep(tx, row, order);
    await recordAudit(tx, 'invoice.keep', `invoice#${id}`, { reason });
    await tellInvoice(tx, row, 'keep', reason);
  });
}

async function keep(tx: TxCtx, row: InvoiceRow, order: { left_fen: number } | null): Promise<void> {
  const to = INVOICE_TRANSITIONS[row.status].keep;
  // what a refund asks for too is reversed in any case
  if (!to || !row.correction || order?.left_fen !== row.amount_fen) throw conflict('发票已处理，不能撤回');
  await moveInvoice(tx.db, row.id, row.status, to, { correction: null });
}

/** What is left of the order of an invoice, locked before the invoice as refunds do; null: there is no such invoice. */
export async function orderOf(tx: TxCtx, id: number): Promise<{ left_fen: number } | null> {
  const row = await findInvoice(tx.db, id);
  return row && lockOrderFacts(tx, row.order_id);
}

/** After the red letter: another one is asked for over what it should have said and what is left. False: none is. */
export async function askAnew(tx: TxCtx, row: InvoiceRow, order: { left_fen: number } | null): Promise<boolean> {
  if (!row.correction || !order || order.left_fen === 0) return false;
  const { reason: _, by_staff: __, ...wish } = row.correction;
  const now = tx.app.clock.now();
  const { order_id, orderid, user_id, content } = row;
  const common = { order_id, orderid, user_id, content, amount_fen: order.left_fen, replaces_id: row.id, created_at: now };
  return (await insertInvoice(tx.db, { ...common, ...wish, invoice_no: serialNumber(now, 'F') })) !== null;
}
