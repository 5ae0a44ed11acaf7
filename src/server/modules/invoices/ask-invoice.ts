import { type InvoiceWish, wishFaults } from '#contract/invoice-wish.ts';
import type { Invoice, OwnInvoiceable, OwnInvoices } from '#contract/order.ts';
import { plainTaxNumber } from '#contract/tax-number.ts';
import { type Ctx, inTransaction, readTogether, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, invalid } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { invoiceableOrders, lockOwnOrder, ownPaidOrder } from '../orders/index.ts';
import {
  countOwnInvoices,
  findInvoicesOf,
  findLastWish,
  findOrdersWithOne,
  findOwnInvoices,
  type InvoiceRow,
  insertInvoice,
} from './repo.ts';
import { isAlive } from './rules.ts';

interface Page {
  page: number;
  limit: number;
}

/** The reader's paid orders over which an invoice may be asked for now, the newest first, and whom their last one was for. */
export async function invoiceable(ctx: Ctx, { page, limit }: Page): Promise<OwnInvoiceable> {
  const user_id = requireUser(ctx);
  const [but_ids, asked, wish] = await readTogether(
    ctx,
    () => findOrdersWithOne(ctx.db, user_id),
    () => countOwnInvoices(ctx.db, user_id),
    () => findLastWish(ctx.db, user_id),
  );
  const { rows, total, left_fen } = await invoiceableOrders(ctx, user_id, { but_ids, offset: (page - 1) * limit, limit });
  return {
    list: rows.map((row) => ({
      ...{ orderid: row.orderid, title: row.title, cover_src: row.cover_src, paid_at: unixSeconds(row.paid_at), price: row.left_fen / 100 },
    })),
    ...{ total, page, limit, wish, price: left_fen / 100, counts: { open: total, asked }, mailed: mailed(ctx) },
  };
}

/** What the reader asked for, whatever became of it, the newest first. */
export async function ownInvoices(ctx: Ctx, { page, limit }: Page): Promise<OwnInvoices> {
  const user_id = requireUser(ctx);
  const [rows, total, but_ids] = await readTogether(
    ctx,
    () => findOwnInvoices(ctx.db, user_id, (page - 1) * limit, limit),
    () => countOwnInvoices(ctx.db, user_id),
    () => findOrdersWithOne(ctx.db, user_id),
  );
  const open = (await invoiceableOrders(ctx, user_id, { but_ids, offset: 0, limit: 0 })).total;
  return { list: rows.map(invoiceDto), total, page, limit, counts: { open, asked: total }, mailed: mailed(ctx) };
}

const mailed = (ctx: Ctx): boolean => ctx.app.providers.mail.name !== 'none';

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

/** How many one press asks for. */
const AT_ONCE = 50;

/** The same of all the reader's orders that may have one, the newest first, each an invoice of its own. @throws AppError code 1 for a wrong field */
export async function askInvoices(ctx: Ctx, wish: InvoiceWish): Promise<{ count: number; left: number }> {
  const user_id = requireUser(ctx);
  const faults = wishFaults(wish);
  if (faults) throw invalid(faults);
  const open = async (limit: number) =>
    invoiceableOrders(ctx, user_id, { but_ids: await findOrdersWithOne(ctx.db, user_id), offset: 0, limit });
  let count = 0;
  for (const { orderid } of (await open(AT_ONCE)).rows) {
    try {
      await askInvoice(ctx, { ...wish, orderid });
      count += 1;
    } catch (error) {
      // asked for, or refunded, meanwhile
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { count, left: (await open(0)).total };
}

/** The invoice of the reader's own order, those before it, and over how many fen one may be asked for now. */
export async function invoiceOf(ctx: Ctx, orderid: string): Promise<{ invoice: Invoice | null; earlier: Invoice[]; may_ask_fen: number }> {
  const order = await ownPaidOrder(ctx, orderid);
  const [row, ...earlier] = await findInvoicesOf(ctx.db, order.id);
  const alive = row !== undefined && isAlive(row.status);
  return { invoice: row ? invoiceDto(row) : null, earlier: earlier.map(invoiceDto), may_ask_fen: alive ? 0 : order.left_fen };
}
