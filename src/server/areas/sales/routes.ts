import { couponKey } from '#contract/coupon-use.ts';
import { KINDS, KINDS_WITH_CALLS, type KindFacts } from '#contract/kinds.ts';
import { placeCall, salesCalls } from '#contract/sales/calls.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { getSaleItem } from '../../modules/catalog/index.ts';
import { cancelOrder, couponDto, hideOrder, listOrders, orderState, payByBalance } from '../../modules/orders/index.ts';
import { orderItem, quoteItem, redeemItem } from '../../modules/sales/index.ts';
import { endedCoupons, usableCoupons, voucherCount } from '../../modules/vouchers/index.ts';
import { ownOrder } from '../../views/own-order.ts';
import { orderWish } from './order-fields.ts';

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Vouchers of the reader for the kind of this item; schemes when none is named. */
async function vouchersFor(ctx: Ctx, sid?: number): Promise<{ num: number }> {
  const item = sid === undefined ? null : await getSaleItem(ctx, sid);
  return { num: await voucherCount(ctx, { user_id: requireUser(ctx), kind: item?.kind ?? KINDS.scheme.code }) };
}

/** One order call a kind: the same order, of items of this kind alone. */
const placeEndpoints = KINDS_WITH_CALLS.flatMap((kind) => (kind.calls.order ? [placeEndpoint(kind, kind.calls.order)] : []));

function placeEndpoint(kind: KindFacts, path: string) {
  return serve(placeCall(kind, path), (ctx, { id, balance, user_coupon_id, cache, idempotency_key }) =>
    orderItem(ctx, kind, {
      id,
      balance: bit(balance),
      user_coupon_id,
      cache: bit(cache),
      ...(idempotency_key ? { idempotency_key } : {}),
    }),
  );
}

export const orderEndpoints = [
  ...placeEndpoints,
  serve(salesCalls.pricelist, (ctx, { id, balance, user_coupon_id }) =>
    quoteItem(ctx, null, id, { use_balance: balance, coupon_id: user_coupon_id }),
  ),
  serve(salesCalls.order, (ctx, { orderid }) => orderState(ctx, orderid)),
  serve(salesCalls.balance, (ctx, { orderid }) => payByBalance(ctx, orderid)),
  serve(salesCalls.close, async (ctx, { orderid }) => {
    await cancelOrder(ctx, orderid);
    return null;
  }),
  serve(salesCalls.detail, (ctx, { orderid }) => ownOrder(ctx, orderid)),
  serve(salesCalls.hide, async (ctx, { orderid }) => {
    await hideOrder(ctx, orderid);
    return null;
  }),
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
