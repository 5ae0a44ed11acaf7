import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, limitField, pageField, textField } from '#contract/input-fields.ts';
import { wishFields } from '#contract/invoice-fields.ts';
import { CORRECTION_REASON_MAX, REFUND_REASON_MAX } from '#contract/order.ts';
import { invoiceOutput, ownInvoiceableOutput, ownInvoicesOutput } from '#contract/outputs/order.ts';
import { orderFilterInput, orderidField } from '#contract/sales/fields.ts';

const call = callsOf('order');

export const salesOwnOrderCalls = {
  export: call('GET', '/api/order/export', {
    summary: '我的订单：导出符合条件的全部订单（CSV）',
    acts: 'orders',
    input: z.object(orderFilterInput),
    limit: { points: 20, window_s: 60 },
    answers: 'text/csv',
  }),
  post_refund: call('POST', '/api/order/refund', {
    summary: '申请退款：未使用且在期限内的订单；金额不大的立即退回（refunded），其余由工作人员处理（asked）',
    owned: { orderid: 'order' },
    input: z.object({
      orderid: orderidField,
      reason: textField('退款原因', REFUND_REASON_MAX, 1),
      /** By the buyer's wish to the balance, at once; else the way it came. */
      to_balance: flagField.default(false),
    }),
    limit: { points: 20, window_s: 60 },
    output: z.strictObject({ outcome: z.enum(['refunded', 'asked']) }),
  }),
  delete_refund: call('DELETE', '/api/order/refund', {
    summary: '撤回还在等待处理的退款申请；期限内可以重新申请',
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    limit: { points: 20, window_s: 60 },
    output: z.null(),
  }),
  post_invoice: call('POST', '/api/order/invoice', {
    summary: '为已支付的订单申请发票；holder：personal 个人，company 单位（须填 18 位统一社会信用代码）',
    owned: { orderid: 'order' },
    input: z.object({
      orderid: orderidField,
      ...wishFields,
    }),
    limit: { points: 20, window_s: 60 },
    output: invoiceOutput,
  }),
  invoice_all: call('POST', '/api/order/invoices', {
    summary: '为全部可以开票的订单各申请一张发票，一次最多 50 张；count 为这次申请的张数，left 为还可以申请的',
    input: z.object(wishFields),
    limit: { points: 20, window_s: 60 },
    output: z.strictObject({ count: z.int(), left: z.int() }),
  }),
  invoiceable: call('GET', '/api/order/invoiceable', {
    summary: '可以开票的订单，wish 为最近一次使用的抬头',
    acts: 'orders',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownInvoiceableOutput,
  }),
  invoices: call('GET', '/api/order/invoices', {
    summary: '我的发票：申请过的，新的在前',
    acts: 'orders',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownInvoicesOutput,
  }),
  invoice_correct: call('POST', '/api/order/invoice/correct', {
    summary: '已开具的发票抬头或税号有误：申请换开，原发票红冲后按更正的内容另开一张',
    owned: { id: 'invoice' },
    input: z.object({ id: idField, ...wishFields, reason: textField('原因', CORRECTION_REASON_MAX, 1) }),
    limit: { points: 20, window_s: 60 },
    output: z.null(),
  }),
  delete_invoice: call('DELETE', '/api/order/invoice', {
    summary: '撤回还没有开出的发票申请，或还没有红冲的换开申请',
    owned: { id: 'invoice' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  invoice_file: call('GET', '/api/order/invoice/file', {
    summary: '下载自己的发票（PDF）；red 为 1 时是红字发票',
    acts: 'orders',
    owned: { id: 'invoice' },
    input: z.object({ id: idField, red: flagField.default(false) }),
    answers: 'application/pdf',
  }),
};
