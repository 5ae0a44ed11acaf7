import type { OwnInvoiceable, OwnInvoices } from '#contract/order.ts';
import { type Ctx, readTogether, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { invoiceableOrders } from '../orders/index.ts';
import { invoiceDto } from './ask-invoice.ts';
import { countOwnInvoices, findLastWish, findOrdersWithOne, findOwnInvoices } from './repo.ts';

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
