import { type InvoiceWish, wishFaults } from '#contract/invoice-wish.ts';
import type { Invoice } from '#contract/order.ts';
import { plainTaxNumber } from '#contract/tax-number.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { lockOwnOrder, ownPaidOrder } from '../orders/index.ts';
import { findInvoicesOf, type InvoiceRow, insertInvoice } from './repo.ts';
import { isAlive } from './rules.ts';

const seconds = (at: Date | null) => (at ? unixSeconds(at) : 0);

export function invoiceDto(row: InvoiceRow): Invoice {
  const { id, invoice_no, orderid, holder, title, tax_no, mail, content, status, reason, number, red_number } = row;
  return {
    id,
    invoice_no,
    orderid,
    holder,
    title,
    tax_no,
    mail,
    content,
    price: row.amount_fen / 100,
    status,
    reason,
    number,
    red_number,
    has_file: row.file_key !== '',
    has_red_file: row.red_file_key !== '',
    created_at: seconds(row.created_at),
    issued_at: seconds(row.issued_at),
    red_at: seconds(row.red_at),
    correction: row.correction,
    replaces_id: row.replaces_id ?? 0,
    past_files: row.past_files.map(({ file_key: _, ...past }) => past),
  };
}

/** As it is stored. */
export const plainWish = ({ holder, title, tax_no, mail }: InvoiceWish): InvoiceWish => ({
  ...{ holder, title: title.trim(), mail },
  tax_no: holder === 'company' ? plainTaxNumber(tax_no) : '',
});

/**
 * The buyer asks for the invoice of a paid order, over what they paid and have not got back. Locks the order, so that a refund sees it or
 * comes first.
 * @throws AppError 404 for what is not theirs; code 1 for a wrong field; 409 when nothing was paid or one is alive
 */
export async function askInvoice(ctx: Ctx, input: InvoiceWish & { orderid: string }): Promise<Invoice> {
  requireUser(ctx);
  const { orderid, holder, title, mail } = input;
  const faults = wishFaults(input);
  if (faults) throw invalid(faults);
  return inTransaction(ctx, async (tx) => {
    const order = await lockOwnOrder(tx, orderid);
    if (order.left_fen === 0) throw conflict('这笔订单没有可以开票的金额');
    const now = tx.app.clock.now();
    const row = await insertInvoice(tx.db, {
      invoice_no: serialNumber(now, 'F'),
      order_id: order.id,
      orderid,
      user_id: order.buyer_id,
      ...plainWish({ holder, title, tax_no: input.tax_no, mail }),
      content: order.title,
      amount_fen: order.left_fen,
      created_at: now,
    });
    if (!row) throw conflict('这笔订单已申请过发票');
    return invoiceDto(row);
  });
}

/** The invoice of the reader's own order, those before it, and over how many fen one may be asked for now. */
export async function invoiceOf(ctx: Ctx, orderid: string): Promise<{ invoice: Invoice | null; earlier: Invoice[]; may_ask_fen: number }> {
  const order = await ownPaidOrder(ctx, orderid);
  const [row, ...earlier] = await findInvoicesOf(ctx.db, order.id);
  const alive = row !== undefined && isAlive(row.status);
  return { invoice: row ? invoiceDto(row) : null, earlier: earlier.map(invoiceDto), may_ask_fen: alive ? 0 : order.left_fen };
}
