import type { OrderDetail } from '#contract/order.ts';
import type { Ctx } from '../app/ctx.ts';
import { invoiceOf } from '../modules/invoices/index.ts';
import { orderDetail } from '../modules/orders/index.ts';

/** The reader's own order: amounts and times, what may come back, its invoice. @throws AppError 404 for what is not theirs */
export async function ownOrder(ctx: Ctx, orderid: string): Promise<OrderDetail> {
  const [order, { invoice, earlier, may_ask_fen }] = await Promise.all([orderDetail(ctx, orderid), invoiceOf(ctx, orderid)]);
  const invoice_mailed = ctx.app.providers.mail.name !== 'none';
  return { ...order, invoice, invoice_earlier: earlier, invoice_price: may_ask_fen / 100, invoice_mailed };
}
