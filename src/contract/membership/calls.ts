import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { seatsField } from '#contract/company/calls.ts';
import { SEATS_MAX } from '#contract/company.ts';
import { choiceField, flagField, idField, keyField, limitField, pageField, wholeNumber } from '#contract/input-fields.ts';
import { DIVIDE_NUMBERS, ORDER_NUM_MAX, VIP_TYPES, VIPS } from '#contract/membership.ts';
import {
  autoRenewOutput,
  equityDetailOutput,
  ownTermOutput,
  vipBoughtOutput,
  vipListOutput,
  vipPlanOutput,
  vipQuoteOutput,
} from '#contract/outputs/membership.ts';
import { orderListOutput, orderOutput } from '#contract/outputs/order.ts';
import { orderidField } from '#contract/sales/fields.ts';

const call = callsOf('membership');
/** 0 means none. */
const couponField = wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0);
const numField = wholeNumber(`一次可开通 1 至 ${ORDER_NUM_MAX} 份`, 1, ORDER_NUM_MAX).default(1);
/** A company buys so many seats; `line`: seats that are renewed. */
const seatFields = { seats: wholeNumber(`席位为 1 至 ${SEATS_MAX} 个`, 0, SEATS_MAX).default(0), line: seatsField };
const vipField = choiceField('会员类型无效', VIP_TYPES);
const numbers = VIPS.map(({ vip_type, name }) => `${vip_type} 为${name}`).join('，');

export const membershipCalls = {
  vips: call('GET', '/user/Member/viplist', {
    summary: '会员产品：可开通的种类、按钮与我的到期时间；游客可查看',
    auth: 'optional',
    output: vipListOutput,
  }),
  plans: call('GET', '/user/Member/vipspeclist', {
    summary: `会员套餐与权益，不写 vip_type 则为全部：${numbers}；type 与 status 可写 1`,
    auth: 'none',
    input: z.object({
      vip_type: vipField.optional(),
      type: choiceField('类型无效', [1]).default(1),
      status: choiceField('状态无效', [1]).default(1),
    }),
    output: z.strictObject({ list: z.array(vipPlanOutput) }),
  }),
  plan: call('GET', '/user/Member/sigleviplist', {
    summary: '一种会员的套餐与权益',
    auth: 'none',
    input: z.object({ vip_type: vipField.default(1) }),
    output: vipPlanOutput,
  }),
  quote: call('GET', '/user/Member/isChangeVip', {
    summary: '开通前的报价：是否升级、抵扣多少、何时生效与到期、可用优惠券与应付金额',
    owned: { coupon_id: 'coupon', line: 'seats' },
    open: { vip_id: 'shown' },
    input: z.object({ vip_id: idField, num: numField, balance: flagField.default(false), coupon_id: couponField, ...seatFields }),
    output: vipQuoteOutput,
  }),
  terms: call('GET', '/user/Member/surplusvipbag', {
    summary: '我的会员：正在生效与等待生效的每一段，以及现在升级可抵扣的金额、续费的套餐与价格',
    output: z.strictObject({ list: z.array(ownTermOutput) }),
  }),
  askRenewal: call('POST', '/user/Member/renewal', {
    summary: '开启自动续费：回答到支付宝同意扣款的地址；同一种会员只有一份，重复请求回答同一份',
    open: { vip_id: 'shown' },
    input: z.object({ vip_id: idField }),
    limit: { points: 20, window_s: 60 },
    output: autoRenewOutput,
  }),
  renewal: call('GET', '/user/Member/renewal', {
    summary: '自动续费是否已同意',
    owned: { id: 'renewal' },
    input: z.object({ id: idField }),
    output: z.strictObject({ state: z.enum(['asked', 'on', 'ended']) }),
  }),
  endRenewal: call('POST', '/user/Member/endRenewal', {
    summary: '关闭自动续费，此后不再扣款；可以重复调用',
    owned: { id: 'renewal' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  orders: call('GET', '/user/Member/viporderlist', {
    summary: '我的会员订单；status 0 为全部，1 待支付，2 已支付，3 已关闭',
    input: z.object({ status: wholeNumber('状态无效', 0, 3).default(0), page: pageField, limit: limitField(10) }),
    output: orderListOutput,
  }),
  equity: call('GET', '/user/Member/quanyiDetail', {
    summary: '一项权益的说明；没有包含它的会员时 code 为 1',
    open: { id: 'shown' },
    input: z.object({ vip_type: vipField.default(1), id: idField }),
    output: equityDetailOutput,
  }),
  ppt: call('GET', '/user/Member/addPptVip', {
    summary: 'PPT 会员的套餐；只查询，不开通也不赠送任何会员',
    output: vipPlanOutput,
  }),
  order: call('POST', '/user/Member/addorder', {
    summary: '下单开通会员；价格由服务器计算，同一 idempotency_key 只下一单，另一套餐的待支付订单随之关闭',
    owned: { coupon_id: 'coupon', line: 'seats' },
    open: { vip_id: 'shown', data_id: 'work' },
    input: z.object({
      vip_id: idField,
      balance: flagField.default(false),
      num: numField,
      coupon_id: couponField,
      cache: flagField.default(false),
      divide_type: choiceField('来源类型无效', DIVIDE_NUMBERS).default(0),
      data_id: wholeNumber('来源编号无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      idempotency_key: keyField.optional(),
      ...seatFields,
    }),
    limit: { points: 120, window_s: 60 },
    output: orderOutput,
  }),
  bought: call('POST', '/user/Member/distribute', {
    summary: `已支付的会员订单带来的会员、生效与到期时间，以及接着去的页面；成功类型：${VIPS.map(({ success, name }) => `${success} 为${name}`).join('，')}`,
    owned: { orderid: 'order' },
    input: z.object({ orderid: orderidField }),
    output: vipBoughtOutput,
  }),
};
