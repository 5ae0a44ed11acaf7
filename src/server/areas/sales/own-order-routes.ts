import { salesOwnOrderCalls } from '#contract/sales/own-order-calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { serve } from '../../http/endpoint.ts';
import { sendFile } from '../../http/send-file.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { askInvoice, correctOwnInvoice, openInvoice, withdrawInvoice } from '../../modules/invoices/index.ts';
import { askOwnRefund, withdrawOwnRefund } from '../../modules/orders/index.ts';
import { ordersCsv } from '../../views/orders-csv.ts';
import { orderWish } from './order-fields.ts';

/** What buyers do with orders that they have: take their money back, ask for invoices, keep a list. */
export const ownOrderEndpoints = [
  serve(salesOwnOrderCalls.export, async (ctx, input) => csvAnswer('我的订单.csv', ordersCsv(ctx, orderWish(input)))),
  serve(salesOwnOrderCalls.post_refund, async (ctx, input) => ({ outcome: await askOwnRefund(ctx, input) })),
  serve(salesOwnOrderCalls.delete_refund, async (ctx, { orderid }) => {
    await withdrawOwnRefund(ctx, orderid);
    return null;
  }),
  serve(salesOwnOrderCalls.post_invoice, (ctx, input) => askInvoice(ctx, input)),
  serve(salesOwnOrderCalls.invoice_correct, async (ctx, input) => {
    await correctOwnInvoice(ctx, input);
    return null;
  }),
  serve(salesOwnOrderCalls.delete_invoice, async (ctx, { id }) => {
    await withdrawInvoice(ctx, id);
    return null;
  }),
  serve(salesOwnOrderCalls.invoice_file, async (ctx, input, c) => {
    const file = await openInvoice(ctx, input);
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(file.name),
      'cache-control': 'private, no-store',
    };
    return sendFile(c, { size_bytes: file.size_bytes, headers, read: async () => file.data }, ctx.log);
  }),
];
