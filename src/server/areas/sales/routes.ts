import { couponKey } from '#contract/coupon-use.ts';
import { dayStart } from '#contract/days.ts';
import { KINDS, KINDS_WITH_CALLS, type KindFacts } from '#contract/kinds.ts';
import type { OrderStatus } from '#contract/order.ts';
import { placeCall, salesCalls } from '#contract/sales/calls.ts';
import { salesCartCalls } from '#contract/sales/cart-calls.ts';
import { salesOwnOrderCalls } from '#contract/sales/own-order-calls.ts';
import { salesPaymentCalls } from '#contract/sales/payment-calls.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { csvAnswer, ownFileHeaders, pdfAnswer } from '../../http/file-answer.ts';
import { readBytes } from '../../http/rest-of-body.ts';
import { sendFile } from '../../http/send-file.ts';
import { AppError } from '../../kernel/errors.ts';
import { getSaleItem } from '../../modules/catalog/index.ts';
import {
  askInvoice,
  askInvoices,
  correctOwnInvoice,
  invoiceable,
  openInvoice,
  ownInvoices,
  withdrawInvoice,
} from '../../modules/invoices/index.ts';
import {
  askOwnRefund,
  cancelOrder,
  couponDto,
  hideOrder,
  listOrders,
  type OrderFilter,
  orderState,
  payByBalance,
  receiptPdf,
  takeNotify,
  withdrawOwnRefund,
} from '../../modules/orders/index.ts';
import { addToCart, orderCart, orderItem, ownBundle, ownCart, quoteItem, redeemItem, takeFromCart } from '../../modules/sales/index.ts';
import { endedCoupons, usableCoupons, voucherCount } from '../../modules/vouchers/index.ts';
import { ordersCsv, ownOrder } from '../../views/own-money.ts';

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Vouchers of the reader for the kind of this item; schemes when none is named. */
async function vouchersFor(ctx: Ctx, sid?: number): Promise<{ num: number }> {
  const item = sid === undefined ? null : await getSaleItem(ctx, sid);
  return { num: await voucherCount(ctx, { user_id: requireUser(ctx), kind: item?.kind ?? KINDS.scheme.code }) };
}

/** One order call a kind: the same order, of items of this kind alone. */
const placeEndpoints = KINDS_WITH_CALLS.flatMap((kind) => (kind.calls.order ? [placeEndpoint(kind, kind.calls.order)] : []));

function placeEndpoint(kind: KindFacts, path: string) {
  return serve(placeCall(kind, path), (ctx, { id, balance, user_coupon_id, licence, code, cache, idempotency_key }) =>
    orderItem(ctx, kind, {
      id,
      balance: bit(balance),
      user_coupon_id,
      licence,
      code,
      cache: bit(cache),
      ...(idempotency_key ? { idempotency_key } : {}),
    }),
  );
}

interface FilterInput {
  kind: number;
  subject: string;
  status: number;
  q: string;
  from: string;
  to: string;
}

/** The same as a verb takes it; `to` is included by people and left out by verbs. */
function orderWish({ kind, subject, status, q, from, to }: FilterInput): Omit<OrderFilter, 'page' | 'limit'> & { subject: string | null } {
  const last = to === '' ? null : dayStart(to);
  return {
    // a kind is one of items
    subject: kind > 0 ? 'item' : subject === '' ? null : subject,
    ...(kind > 0 ? { snapshot: { kind } } : {}),
    status: status === 0 ? null : (status as OrderStatus),
    words: q,
    from: from === '' ? null : dayStart(from),
    to: last && new Date(last.getTime() + 86_400_000),
  };
}

export const orderEndpoints = [
  ...placeEndpoints,
  serve(salesCalls.pricelist, (ctx, { id, balance, user_coupon_id, licence, code }) =>
    quoteItem(ctx, null, id, { use_balance: balance, coupon_id: user_coupon_id, licence, code }),
  ),
  serve(salesCalls.order, (ctx, { orderid }) => orderState(ctx, orderid)),
  serve(salesCalls.balance, (ctx, { orderid }) => payByBalance(ctx, orderid)),
  serveDone(salesCalls.close, (ctx, { orderid }) => cancelOrder(ctx, orderid)),
  serve(salesCalls.detail, (ctx, { orderid }) => ownOrder(ctx, orderid)),
  serve(salesCalls.receipt, async (ctx, { orderid }) => pdfAnswer(await receiptPdf(ctx, orderid))),
  serveDone(salesCalls.hide, (ctx, { orderid }) => hideOrder(ctx, orderid)),
  serve(salesCalls.orderlist, (ctx, { page, limit, after, ...filter }) => {
    const { subject, ...want } = orderWish(filter);
    return listOrders(ctx, subject, { ...want, after_id: after, page, limit });
  }),
  serve(salesCalls.coupon, async (ctx, { type, use, status, pay, page, limit }) => {
    const user_id = requireUser(ctx);
    const good_for = couponKey(use, type);
    if (status > 0) {
      const ended = await endedCoupons(ctx, { user_id, ...good_for, redeemed: status === 1, page, limit });
      return { list: ended.list.map((one) => couponDto(one)), total: ended.total, page, limit };
    }
    const price = pay === undefined ? {} : { price_fen: pay };
    const found = await usableCoupons(ctx, { user_id, ...good_for, page, limit, ...price });
    return {
      list: found.list.map((one) => couponDto(one, pay === undefined ? undefined : { price_fen: pay })),
      total: found.total,
      page,
      limit,
    };
  }),
  serve(salesCalls.get_voucher, (ctx, { sid }) => vouchersFor(ctx, sid)),
  serve(salesCalls.post_voucher, async (ctx, { sid }) => {
    await redeemItem(ctx, sid);
    return vouchersFor(ctx, sid);
  }),
];

export const cartEndpoints = [
  serve(salesCartCalls.cart, (ctx, { series }) => (series === undefined ? ownCart(ctx) : ownBundle(ctx, series))),
  serve(salesCartCalls.put, async (ctx, { id, out }) => {
    await (out ? takeFromCart(ctx, requireUser(ctx), id) : addToCart(ctx, id));
    return ownCart(ctx);
  }),
  serve(salesCartCalls.order, (ctx, input) => orderCart(ctx, input)),
];

/** What buyers do with orders that they have: take their money back, ask for invoices, keep a list. */
export const ownOrderEndpoints = [
  serve(salesOwnOrderCalls.export, async (ctx, input) => csvAnswer('我的订单.csv', ordersCsv(ctx, orderWish(input)))),
  serve(salesOwnOrderCalls.post_refund, async (ctx, input) => ({ outcome: await askOwnRefund(ctx, input) })),
  serveDone(salesOwnOrderCalls.delete_refund, (ctx, { orderid }) => withdrawOwnRefund(ctx, orderid)),
  serve(salesOwnOrderCalls.post_invoice, (ctx, input) => askInvoice(ctx, input)),
  serve(salesOwnOrderCalls.invoice_all, (ctx, wish) => askInvoices(ctx, wish)),
  serve(salesOwnOrderCalls.invoiceable, (ctx, input) => invoiceable(ctx, input)),
  serve(salesOwnOrderCalls.invoices, (ctx, input) => ownInvoices(ctx, input)),
  serveDone(salesOwnOrderCalls.invoice_correct, (ctx, input) => correctOwnInvoice(ctx, input)),
  serveDone(salesOwnOrderCalls.delete_invoice, (ctx, { id }) => withdrawInvoice(ctx, id)),
  serve(salesOwnOrderCalls.invoice_file, async (ctx, input, c) => {
    const file = await openInvoice(ctx, input);
    const headers = ownFileHeaders(file.name, 'application/pdf');
    return sendFile(c, { size_bytes: file.size_bytes, headers, read: async () => file.data }, ctx.log);
  }),
];

const NOTIFY_MAX_BYTES = 64 * 1024;

/** One address a provider, without a query string: some providers drop it. The answer has the provider's own form. */
export const paymentEndpoints = [
  serve(salesPaymentCalls._provider, async (ctx, _input, c) => {
    const raw = await readBytes(c.req.raw, NOTIFY_MAX_BYTES);
    if (!raw) throw new AppError('回调内容过大', { status: 413 });
    const reply = await takeNotify(ctx.app, c.req.param('provider') ?? '', raw, c.req.raw.headers, ctx.request_id);
    return new Response(reply.body, { status: reply.status, headers: { 'content-type': reply.content_type } });
  }),
];
