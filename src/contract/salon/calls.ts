import { z } from 'zod';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { flagField, idField, keyField, limitField, pageField, savingFields, textField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { relatedItemOutput, salonDetailOutput } from '#contract/outputs/item.ts';
import { orderOutput } from '#contract/outputs/order.ts';
import {
  ownSalonFormOutput,
  ownSalonListOutput,
  ownTicketListOutput,
  priceListOutput,
  salonBoughtOutput,
  savedSalonOutput,
  waitingOutput,
} from '#contract/outputs/salon.ts';
import { salonQuoteOutput } from '#contract/outputs/salon-order.ts';
import { codeField, orderidField } from '#contract/sales/fields.ts';
import { answersField, holdersField, linesField, personField, salonFormField, secretField } from '#contract/salon/fields.ts';
import { AGAIN_EVERY, AGAIN_MAX, CANCEL_WHY_MAX, SALON_ACTS, SALON_CALLS } from '#contract/salon.ts';

export const KIND = KINDS.salon;
const call = callsOf('salon');
const often = { points: 120, window_s: 60 };
const couponField = wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0);
const formInput = z.object({ ...salonFormField.shape, ...savingFields, id: idField.optional() });

export const salonCalls = {
  detail: call('GET', KIND.calls.detail.path, {
    summary: '沙龙详情：时间、地点、议程、嘉宾、票种与余票，以及当前读者的收藏与关注',
    auth: 'optional',
    open: { id: 'shown' },
    input: z.object({ id: idField }),
    output: salonDetailOutput,
  }),
  related: call('GET', KIND.calls.related.path, {
    summary: '相似的沙龙，翻页即换一批',
    auth: 'none',
    open: { id: 'shown' },
    input: z.object({ id: idField, page: pageField, limit: limitField(KIND.calls.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
  recent: call('GET', '/api/salon/recent', {
    summary: '最近的沙龙：city 为城市名，该城市没有时为全国最近的一场；没有则为 null',
    auth: 'none',
    input: z.object({ city: textField('城市', 20).default('') }),
    output: z.strictObject({ id: z.int(), title: z.string(), city: z.string(), starts_at: z.int() }).nullable(),
  }),
  pricelist: call('GET', '/salon/buy/pricelist', {
    summary: '沙龙的票种、当前读者的价格、余票、退票规则与自己的候补',
    auth: 'optional',
    open: { id: 'salon' },
    input: z.object({ id: idField }),
    output: priceListOutput,
  }),
  compute: call('POST', '/salon/buy/compute', {
    summary: '报价：早鸟价、会员价、优惠券与余额；只计算，不下单',
    limit: often,
    owned: { user_coupon_id: 'coupon' },
    open: { id: 'salon' },
    input: z.object({
      id: idField,
      lines: linesField,
      balance: flagField.default(false),
      user_coupon_id: couponField,
      code: codeField.optional(),
    }),
    output: salonQuoteOutput,
  }),
  order: call('POST', '/salon/buy/order', {
    summary: '下单购票；名额保留到订单结束，同一 idempotency_key 只下一单，免费票立即出票',
    limit: often,
    owned: { user_coupon_id: 'coupon' },
    open: { id: 'salon' },
    input: z.object({
      id: idField,
      lines: linesField,
      holders: holdersField,
      balance: flagField.default(false),
      user_coupon_id: couponField,
      code: codeField.default(''),
      cache: flagField.default(false),
      idempotency_key: keyField.optional(),
    }),
    output: orderOutput,
  }),
  bought: call('GET', '/salon/buy/bought', {
    summary: '自己的购票订单与已出的门票',
    owned: { orderid: 'salon_order' },
    input: z.object({ orderid: orderidField }),
    output: salonBoughtOutput,
  }),
  tickets: call('GET', '/salon/ticket/mine', {
    summary: '我的门票与候补',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownTicketListOutput,
  }),
  refund: call('PUT', '/salon/ticket/refund', {
    summary: '退一张票：按日期退款，名额让给候补',
    limit: often,
    owned: { id: 'ticket' },
    input: z.object({ id: idField }),
    output: z.strictObject({ refund: z.number() }),
  }),
  holder: call('PUT', '/salon/ticket/holder', {
    summary: '改一张票的回答；写 to 则转让给此人，旧票立即作废。s 为票现在的密码',
    limit: often,
    owned: { id: 'ticket' },
    input: z.object({ id: idField, s: secretField, answers: answersField, to: personField.optional() }),
    output: z.strictObject({ id: z.int(), path: z.string() }),
  }),
  pdf: call('GET', '/salon/ticket/pdf', {
    summary: '门票 PDF；s 为门票的密码，持有即可查看',
    auth: 'none',
    limit: { points: 30, window_s: 60 },
    input: z.object({ s: secretField }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  certificate: call('GET', SALON_CALLS.certificate, {
    summary: '参加证明（PDF）：到场的人在结束后下载；s 为门票的密码',
    auth: 'none',
    limit: { points: 30, window_s: 60 },
    input: z.object({ s: secretField }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  ics: call('GET', '/salon/ticket/ics', {
    summary: '沙龙的日历文件（.ics）；s 为门票的密码',
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    input: z.object({ s: secretField }),
    answers: 'text/calendar',
  }),
  post_waiting: call('POST', '/salon/waiting', {
    summary: '加入已售完票种的候补；有位置时保留 12 小时（不晚于开始前 2 小时）',
    limit: often,
    open: { id: 'salon', kind_id: 'shown' },
    input: z.object({ id: idField, kind_id: idField, count: wholeNumber('张数无效', 1, 6), holders: holdersField }),
    output: waitingOutput,
  }),
  delete_waiting: call('DELETE', '/salon/waiting', {
    summary: '退出候补，或放弃为自己保留的名额',
    owned: { id: 'waiting' },
    input: z.object({ id: idField }),
    output: z.strictObject({ id: z.int() }),
  }),
  get_form: call('GET', '/salon/establish', {
    summary: '读取自己的沙龙，用于编辑',
    owned: { id: 'salon' },
    input: z.object({ id: idField }),
    output: ownSalonFormOutput,
  }),
  put_form: call('PUT', '/salon/establish', {
    summary: '保存沙龙草稿；同一个 draft_key 只有一份',
    limit: often,
    owned: { id: 'salon', cover: 'file', 'guests.picture': 'file' },
    input: formInput,
    output: savedSalonOutput,
  }),
  post_form: call('POST', '/salon/establish', {
    summary: '提交沙龙或它的修改；须已通过个人认证',
    limit: often,
    owned: { id: 'salon', cover: 'file', 'guests.picture': 'file' },
    input: formInput,
    output: savedSalonOutput,
  }),
  mine: call('GET', '/salon/establish/mine', {
    summary: '我举办的沙龙',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownSalonListOutput,
  }),
  act: call('PUT', '/salon/establish/act', {
    summary: '自己的沙龙：取消（须写原因，票款全额退回）、撤回审核',
    limit: often,
    owned: { id: 'salon' },
    input: z.object({ id: idField, act: z.enum(SALON_ACTS, { error: '操作无效' }), why: textField('原因', CANCEL_WHY_MAX).default('') }),
    output: savedSalonOutput,
  }),
  again: call('POST', '/salon/establish/again', {
    summary: '再办一场自己的沙龙：除日期外照抄为草稿，可按周或月连办，send=1 直接提交；同一 key 只做一次',
    limit: { points: 20, window_s: 3_600 },
    owned: { id: 'salon' },
    input: z.object({
      id: idField,
      key: keyField,
      date: textField('日期', 10).default(''),
      every: z.enum(Object.keys(AGAIN_EVERY) as [keyof typeof AGAIN_EVERY], { error: '重复方式无效' }).default('once'),
      times: wholeNumber(`场数为 1 至 ${AGAIN_MAX}`, 1, AGAIN_MAX).default(1),
      send: flagField.default(false),
    }),
    output: z.strictObject({ list: z.array(savedSalonOutput) }),
  }),
  draft: call('DELETE', '/salon/establish/draft', {
    summary: '删除自己从未发布过的沙龙草稿',
    owned: { id: 'salon' },
    input: z.object({ id: idField }),
    output: z.strictObject({ id: z.int() }),
  }),
};
