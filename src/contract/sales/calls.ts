import { z } from 'zod';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { COUPON_USES } from '#contract/coupon.ts';
import { flagField, idField, keyField, limitField, pageField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { ORDER_CALLS } from '#contract/order.ts';
import {
  orderDetailOutput,
  orderListOutput,
  orderOutput,
  orderStateOutput,
  quoteOutput,
  userCouponOutput,
} from '#contract/outputs/order.ts';
import { codeField, orderFilterInput, orderidField } from '#contract/sales/fields.ts';

const call = callsOf('order');

/** 0 means none. */
const couponField = wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0);
const licenceField = z.enum(['personal', 'company'], { error: '请选择授权' });
const couponTypes = Object.values<KindFacts>(KINDS).flatMap(({ noun, sale }) =>
  sale?.coupon_type ? [`${sale.coupon_type} 为${noun}`] : [],
);

/** One order call a kind: the same order, of items of this kind alone. */
export const placeCall = <const P extends string>(kind: KindFacts, path: P) =>
  call('POST', path, {
    summary: `下单购买${kind.noun}；价格由服务器计算，同一 idempotency_key 只下一单`,
    input: z.object({
      id: idField,
      balance: flagField.default(false),
      user_coupon_id: couponField,
      licence: licenceField.default('personal'),
      code: codeField.default(''),
      cache: flagField.default(false),
      idempotency_key: keyField.optional(),
    }),
    limit: { points: 120, window_s: 60 },
    owned: { user_coupon_id: 'coupon' },
    open: { id: 'shown' },
    output: orderOutput,
  });

export const salesCalls = {
  pricelist: call('GET', '/scheme/scheme/pricelist', {
    summary: '购买前的报价，各种类通用：会员价、可用优惠券、余额与应付金额',
    owned: { user_coupon_id: 'coupon' },
    open: { id: 'shown' },
    input: z.object({
      id: idField,
      balance: flagField.default(false),
      user_coupon_id: couponField,
      licence: licenceField.optional(),
      code: codeField.optional(),
    }),
    output: quoteOutput,
  }),
  order: call('GET', '/api/order', {
    summary: '订单状态，每 3 秒查询：1 待支付，2 已支付，3 失败或已关闭',
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    output: orderStateOutput,
  }),
  balance: call('POST', '/api/order/balance', {
    summary: '确认用余额支付订单',
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    output: orderStateOutput,
  }),
  close: call('POST', '/api/order/close', {
    summary: '关闭待支付的订单，退回优惠券与余额',
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    output: z.null(),
  }),
  detail: call('GET', '/api/order/detail', {
    summary: '订单详情：各项金额、时间与支付方式',
    acts: 'orders',
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    output: orderDetailOutput,
  }),
  receipt: call('GET', ORDER_CALLS.receipt, {
    summary: '下载自己已支付订单的购买凭证（PDF）',
    limit: { points: 30, window_s: 60 },
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  hide: call('POST', '/api/order/hide', {
    summary: '删除已关闭的订单：不再出现在我的订单里',
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    output: z.null(),
  }),
  orderlist: call('GET', '/scheme/buy/orderlist', {
    summary: '我的订单；kind 为种类编号，subject 为其他类型，q 为标题或订单号，from 与 to 为日期；after 为上次回答的 next',
    acts: 'orders',
    input: z.object({
      ...orderFilterInput,
      after: wholeNumber('翻页位置无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      page: pageField,
      limit: limitField(10),
    }),
    output: orderListOutput,
  }),
  coupon: call('GET', '/user/coupon/coupon', {
    summary: `我的优惠券；status 0 为可用，1 为已使用，2 为已过期；type ${couponTypes.join('，')}；use 为 membership 时 3 方案会员、5 全站会员；pay 为价格（元），只筛选可用的`,
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
  }),
  get_voucher: call('GET', '/scheme/scheme/voucher', {
    summary: '可用的下载券数量：sid 所属种类的，不写则为方案的',
    open: { sid: 'scheme' },
    input: z.object({ sid: idField.optional() }),
    output: z.strictObject({ num: z.int() }),
  }),
  post_voucher: call('POST', '/scheme/scheme/voucher', {
    summary: '用一张下载券兑换内容',
    owned: { sid: 'scheme' },
    input: z.object({ sid: idField }),
    output: z.strictObject({ num: z.int() }),
  }),
};
