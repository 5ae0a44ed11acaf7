import { z } from 'zod';
import { CORRECTION_REASON_MAX, ORDER_CALLS, REFUND_REASON_MAX } from '#contract/order.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { endpoint } from '../../http/endpoint.ts';
import { flagField, idField, textField } from '../../http/fields.ts';
import { wishFields } from '../../http/invoice-fields.ts';
import { invoiceOutput } from '../../http/outputs/order.ts';
import { sendFile } from '../../http/send-file.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { askInvoice, correctOwnInvoice, openInvoice, withdrawInvoice } from '../../modules/invoices/index.ts';
import { askOwnRefund, withdrawOwnRefund } from '../../modules/orders/index.ts';
import { ordersCsv } from '../../views/orders-csv.ts';
import { orderFilterInput, orderidField } from '#contract/sales/fields.ts';
import { orderWish } from './order-fields.ts';

/** What buyers do with orders that they have: take their money back, ask for invoices, keep a list. */
export const ownOrderEndpoints = [
  endpoint({
    method: 'GET',
    path: ORDER_CALLS.export,
    summary: '我的订单：导出符合条件的全部订单（CSV）',
    tag: 'order',
    auth: 'user',
    acts: 'orders',
    input: z.object(orderFilterInput),
    limit: { points: 20, window_s: 60 },
    answers: 'text/csv',
    handle: async (ctx, input) => csvAnswer('我的订单.csv', ordersCsv(ctx, orderWish(input))),
  }),
  endpoint({
    method: 'POST',
    path: ORDER_CALLS.refund,
    summary: '申请退款：未使用且在期限内的订单；金额不大的立即退回（refunded），其余由工作人员处理（asked）',
    tag: 'order',
    auth: 'user',
    input: z.object({ orderid: orderidField, reason: textField('退款原因', REFUND_REASON_MAX, 1) }),
    owned_ids: ['orderid'],
    limit: { points: 20, window_s: 60 },
    output: z.strictObject({ outcome: z.enum(['refunded', 'asked']) }),
    handle: async (ctx, input) => ({ outcome: await askOwnRefund(ctx, input) }),
  }),
  endpoint({
    method: 'DELETE',
    path: ORDER_CALLS.refund,
    summary: '撤回还在等待处理的退款申请；期限内可以重新申请',
    tag: 'order',
    auth: 'user',
    input: z.object({ orderid: orderidField }),
    owned_ids: ['orderid'],
    limit: { points: 20, window_s: 60 },
    output: z.null(),
    handle: async (ctx, { orderid }) => {
      await withdrawOwnRefund(ctx, orderid);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: ORDER_CALLS.invoice,
    summary: '为已支付的订单申请发票；holder：personal 个人，company 单位（须填 18 位统一社会信用代码）',
    tag: 'order',
    auth: 'user',
    input: z.object({
      orderid: orderidField,
      ...wishFields,
    }),
    owned_ids: ['orderid'],
    limit: { points: 20, window_s: 60 },
    output: invoiceOutput,
    handle: (ctx, input) => askInvoice(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: ORDER_CALLS.invoice_correct,
    summary: '已开具的发票抬头或税号有误：申请换开，原发票红冲后按更正的内容另开一张',
    tag: 'order',
    auth: 'user',
    input: z.object({ id: idField, ...wishFields, reason: textField('原因', CORRECTION_REASON_MAX, 1) }),
    owned_ids: ['id'],
    limit: { points: 20, window_s: 60 },
    output: z.null(),
    handle: async (ctx, input) => {
      await correctOwnInvoice(ctx, input);
      return null;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: ORDER_CALLS.invoice,
    summary: '撤回还没有开出的发票申请，或还没有红冲的换开申请',
    tag: 'order',
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id }) => {
      await withdrawInvoice(ctx, id);
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: ORDER_CALLS.invoice_file,
    summary: '下载自己的发票（PDF）；red 为 1 时是红字发票',
    tag: 'order',
    auth: 'user',
    acts: 'orders',
    input: z.object({ id: idField, red: flagField.default(false) }),
    owned_ids: ['id'],
    answers: 'application/pdf',
    handle: async (ctx, input, c) => {
      const file = await openInvoice(ctx, input);
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition(file.name),
        'cache-control': 'private, no-store',
      };
      return sendFile(c, { size_bytes: file.size_bytes, headers, read: async () => file.data }, ctx.log);
    },
  }),
];
