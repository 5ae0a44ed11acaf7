import { z } from 'zod';
import { COUPON_USES } from '#contract/coupon.ts';
import { KINDS, KINDS_WITH_CALLS, type KindFacts } from '#contract/kinds.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, pageField, wholeNumber, yuanField } from '../../http/fields.ts';
import {
  orderDetailOutput,
  orderListOutput,
  orderOutput,
  orderStateOutput,
  quoteOutput,
  userCouponOutput,
} from '../../http/outputs/order.ts';
import { getSaleItem } from '../../modules/catalog/index.ts';
import { cancelOrder, couponDto, hideOrder, listOrders, orderState, payByBalance } from '../../modules/orders/index.ts';
import { orderItem, quoteItem, redeemItem } from '../../modules/sales/index.ts';
import { endedCoupons, usableCoupons, voucherCount } from '../../modules/vouchers/index.ts';
import { couponKey } from '../../views/coupon-use.ts';
import { ownOrder } from '../../views/own-order.ts';
import { orderFilterInput, orderidField } from '#contract/sales/fields.ts';
import { orderWish } from './order-fields.ts';

/** 0 means none. */
const couponField = wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0);
const keyField = z.string({ error: '请求编号无效' }).regex(/^[\w-]{8,64}$/, '请求编号无效');
const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

const couponTypes = Object.values<KindFacts>(KINDS).flatMap(({ noun, sale }) =>
  sale?.coupon_type ? [`${sale.coupon_type} 为${noun}`] : [],
);

/** Vouchers of the reader for the kind of this item; schemes when none is named. */
async function vouchersFor(ctx: Ctx, sid?: number): Promise<{ num: number }> {
  const item = sid === undefined ? null : await getSaleItem(ctx, sid);
  return { num: await voucherCount(ctx, { user_id: requireUser(ctx), kind: item?.kind ?? KINDS.scheme.code }) };
}

/** One order call a kind: the same order, of items of this kind alone. */
const placeEndpoints = KINDS_WITH_CALLS.flatMap((kind) => (kind.calls.order ? [placeCall(kind, kind.calls.order)] : []));

function placeCall(kind: KindFacts, path: string) {
  return endpoint({
    method: 'POST',
    path,
    summary: `下单购买${kind.noun}；价格由服务器计算，同一 idempotency_key 只下一单`,
    tag: 'order',
    auth: 'user',
    input: z.object({
      id: idField,
      balance: flagField.default(false),
      user_coupon_id: couponField,
      cache: flagField.default(false),
      idempotency_key: keyField.optional(),
    }),
    limit: { points: 120, window_s: 60 },
    owned_ids: ['user_coupon_id'],
    output: orderOutput,
    handle: (ctx, { id, balance, user_coupon_id, cache, idempotency_key }) =>
      orderItem(ctx, kind, {
        id,
        balance: bit(balance),
        user_coupon_id,
        cache: bit(cache),
        ...(idempotency_key ? { idempotency_key } : {}),
      }),
  });
}

export const orderEndpoints = [
  ...placeEndpoints,
  endpoint({
    method: 'GET',
    path: '/scheme/scheme/pricelist',
    summary: '购买前的报价，各种类通用：会员价、可用优惠券、余额与应付金额',
    tag: 'order',
    auth: 'user',
    input: z.object({ id: idField, balance: flagField.default(false), user_coupon_id: couponField }),
    owned_ids: ['user_coupon_id'],
    output: quoteOutput,
    handle: (ctx, { id, balance, user_coupon_id }) => quoteItem(ctx, null, id, { use_balance: balance, coupon_id: user_coupon_id }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/order',
    summary: '订单状态，每 3 秒查询：1 待支付，2 已支付，3 失败或已关闭',
    tag: 'order',
    auth: 'user',
    input: z.object({ orderid: orderidField }),
    owned_ids: ['orderid'],
    output: orderStateOutput,
    handle: (ctx, { orderid }) => orderState(ctx, orderid),
  }),
  endpoint({
    method: 'POST',
    path: '/api/order/balance',
    summary: '确认用余额支付订单',
    tag: 'order',
    auth: 'user',
    input: z.object({ orderid: orderidField }),
    owned_ids: ['orderid'],
    output: orderStateOutput,
    handle: (ctx, { orderid }) => payByBalance(ctx, orderid),
  }),
  endpoint({
    method: 'POST',
    path: '/api/order/close',
    summary: '关闭待支付的订单，退回优惠券与余额',
    tag: 'order',
    auth: 'user',
    input: z.object({ orderid: orderidField }),
    owned_ids: ['orderid'],
    output: z.null(),
    handle: async (ctx, { orderid }) => {
      await cancelOrder(ctx, orderid);
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/order/detail',
    summary: '订单详情：各项金额、时间与支付方式',
    tag: 'order',
    auth: 'user',
    acts: 'orders',
    input: z.object({ orderid: orderidField }),
    owned_ids: ['orderid'],
    output: orderDetailOutput,
    handle: (ctx, { orderid }) => ownOrder(ctx, orderid),
  }),
  endpoint({
    method: 'POST',
    path: '/api/order/hide',
    summary: '删除已关闭的订单：不再出现在我的订单里',
    tag: 'order',
    auth: 'user',
    input: z.object({ orderid: orderidField }),
    owned_ids: ['orderid'],
    output: z.null(),
    handle: async (ctx, { orderid }) => {
      await hideOrder(ctx, orderid);
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/buy/orderlist',
    summary: '我的订单；kind 为种类编号，subject 为其他类型，q 为标题或订单号，from 与 to 为日期；after 为上次回答的 next',
    tag: 'order',
    auth: 'user',
    acts: 'orders',
    input: z.object({
      ...orderFilterInput,
      after: wholeNumber('翻页位置无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      page: pageField,
      limit: limitField(10),
    }),
    output: orderListOutput,
    handle: (ctx, { page, limit, after, ...filter }) => {
      const { subject, ...want } = orderWish(filter);
      return listOrders(ctx, subject, { ...want, after_id: after, page, limit });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/user/coupon/coupon',
    summary: `我的优惠券；status 0 为可用，1 为已使用，2 为已过期；type ${couponTypes.join('，')}；use 为 membership 时 3 方案会员、5 全站会员；pay 为价格（元），只筛选可用的`,
    tag: 'order',
    auth: 'user',
    input: z.object({
      type: wholeNumber('类型无效', 0, 99).optional(),
      use: z.enum(COUPON_USES, { error: '用途无效' }).optional(),
      status: wholeNumber('状态无效', 0, 2).default(0),
      pay: yuanField('价格无效', 0, 10_000_000).optional(),
      cache: flagField.default(false),
      page: pageField,
      limit: limitField(1_000, 1_000),
    }),
    output: z.strictObject({ list: z.array(userCouponOutput), total: z.int(), page: z.int(), limit: z.int() }),
    handle: async (ctx, { type, use, status, pay, page, limit }) => {
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
    },
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/scheme/voucher',
    summary: '可用的下载券数量：sid 所属种类的，不写则为方案的',
    tag: 'order',
    auth: 'user',
    input: z.object({ sid: idField.optional() }),
    output: z.strictObject({ num: z.int() }),
    handle: (ctx, { sid }) => vouchersFor(ctx, sid),
  }),
  endpoint({
    method: 'POST',
    path: '/scheme/scheme/voucher',
    summary: '用一张下载券兑换内容',
    tag: 'order',
    auth: 'user',
    input: z.object({ sid: idField }),
    output: z.strictObject({ num: z.int() }),
    handle: async (ctx, { sid }) => {
      await redeemItem(ctx, sid);
      return vouchersFor(ctx, sid);
    },
  }),
];
