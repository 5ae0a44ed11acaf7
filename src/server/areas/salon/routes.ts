import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { CANCEL_WHY_MAX, SALON_ACTS, SALON_CALLS } from '#contract/salon.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, pageField, savingFields, textField, wholeNumber } from '../../http/fields.ts';
import { relatedItemOutput, salonDetailOutput } from '../../http/outputs/item.ts';
import { orderOutput } from '../../http/outputs/order.ts';
import {
  ownSalonFormOutput,
  ownSalonListOutput,
  ownTicketListOutput,
  priceListOutput,
  salonBoughtOutput,
  savedSalonOutput,
  waitingOutput,
} from '../../http/outputs/salon.ts';
import { salonQuoteOutput } from '../../http/outputs/salon-order.ts';
import { pdfAnswer } from '../../http/pdf-answer.ts';
import { readDetail } from '../../http/read-detail.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import {
  actOnSalon,
  boughtTickets,
  comingSalons,
  computeTickets,
  deleteSalonDraft,
  joinWaiting,
  leaveWaiting,
  orderTickets,
  ownSalon,
  ownSalons,
  ownTickets,
  priceList,
  refundTicket,
  saveSalon,
  submitSalon,
  ticketCalendar,
  ticketPdf,
} from '../../modules/salons/index.ts';
import { relatedItems } from '../../views/related-items.ts';
import { holdersField, linesField, salonFormField, secretField } from './fields.ts';

const KIND = KINDS.salon;
const TAG = 'salon';
const often = { points: 120, window_s: 60 };
const couponField = wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0);
const keyField = z.string({ error: '请求编号无效' }).regex(/^[\w-]{8,64}$/, '请求编号无效');
const orderidField = z.string({ error: '订单号无效' }).regex(/^\d{24}$/, '订单号无效');
const formInput = z.object({ ...salonFormField.shape, ...savingFields, id: idField.optional() });
const calendar = (text: string): Response =>
  new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': contentDisposition('salon.ics'),
      'cache-control': 'no-store',
    },
  });

const publicCalls: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: KIND.calls.detail.path,
    summary: '沙龙详情：时间、地点、议程、嘉宾、票种与余票，以及当前读者的收藏与关注',
    tag: TAG,
    auth: 'optional',
    input: z.object({ id: idField }),
    output: salonDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, KIND, id),
  }),
  endpoint({
    method: 'GET',
    path: KIND.calls.related.path,
    summary: '相似的沙龙，翻页即换一批',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField, page: pageField, limit: limitField(KIND.calls.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { id, page, limit }) => ({
      list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
      page,
      limit,
    }),
  }),
  endpoint({
    method: 'GET',
    path: SALON_CALLS.recent,
    summary: '最近的沙龙：city 为城市名，该城市没有时为全国最近的一场；没有则为 null',
    tag: TAG,
    auth: 'none',
    input: z.object({ city: textField('城市', 20).default('') }),
    output: z.strictObject({ id: z.int(), title: z.string(), city: z.string(), starts_at: z.int() }).nullable(),
    handle: async (ctx, { city }) => {
      const near = city === '' ? [] : await comingSalons(ctx, { city, limit: 1 });
      const [next] = near.length > 0 ? near : await comingSalons(ctx, { city: '', limit: 1 });
      return next ? { id: next.id, title: next.title, city: next.city, starts_at: next.starts_at } : null;
    },
  }),
];

const buyCalls: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: SALON_CALLS.pricelist,
    summary: '沙龙的票种、当前读者的价格、余票、退票规则与自己的候补',
    tag: TAG,
    auth: 'optional',
    input: z.object({ id: idField }),
    output: priceListOutput,
    handle: (ctx, { id }) => priceList(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: SALON_CALLS.compute,
    summary: '报价：早鸟价、会员价、优惠券与余额；只计算，不下单',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, lines: linesField, balance: flagField.default(false), user_coupon_id: couponField }),
    owned_ids: ['user_coupon_id'],
    output: salonQuoteOutput,
    handle: (ctx, input) => computeTickets(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: SALON_CALLS.order,
    summary: '下单购票；名额保留到订单结束，同一 idempotency_key 只下一单，免费票立即出票',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({
      id: idField,
      lines: linesField,
      holders: holdersField,
      balance: flagField.default(false),
      user_coupon_id: couponField,
      cache: flagField.default(false),
      idempotency_key: keyField.optional(),
    }),
    owned_ids: ['user_coupon_id'],
    output: orderOutput,
    handle: (ctx, { idempotency_key, ...input }) => orderTickets(ctx, { ...input, ...(idempotency_key ? { idempotency_key } : {}) }),
  }),
  endpoint({
    method: 'GET',
    path: SALON_CALLS.bought,
    summary: '自己的购票订单与已出的门票',
    tag: TAG,
    auth: 'user',
    input: z.object({ orderid: orderidField }),
    owned_ids: ['orderid'],
    output: salonBoughtOutput,
    handle: (ctx, { orderid }) => boughtTickets(ctx, orderid),
  }),
  endpoint({
    method: 'GET',
    path: SALON_CALLS.tickets,
    summary: '我的门票与候补',
    tag: TAG,
    auth: 'user',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownTicketListOutput,
    handle: (ctx, input) => ownTickets(ctx, input),
  }),
  endpoint({
    method: 'PUT',
    path: SALON_CALLS.refund,
    summary: '退一张票：按日期退款，名额让给候补',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ refund: z.number() }),
    handle: (ctx, { id }) => refundTicket(ctx, id),
  }),
  endpoint({
    method: 'GET',
    path: SALON_CALLS.pdf,
    summary: '门票 PDF；s 为门票的密码，持有即可查看',
    tag: TAG,
    auth: 'none',
    limit: { points: 30, window_s: 60 },
    input: z.object({ s: secretField }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
    handle: async (ctx, { s }) => {
      const { name, data } = await ticketPdf(ctx, s);
      return pdfAnswer(name, data);
    },
  }),
  endpoint({
    method: 'GET',
    path: SALON_CALLS.ics,
    summary: '沙龙的日历文件（.ics）；s 为门票的密码',
    tag: TAG,
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    input: z.object({ s: secretField }),
    answers: 'text/calendar',
    handle: async (ctx, { s }) => calendar(await ticketCalendar(ctx, s)),
  }),
  endpoint({
    method: 'POST',
    path: SALON_CALLS.waiting,
    summary: '加入已售完票种的候补；有位置时保留 12 小时（不晚于开始前 2 小时）',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, kind_id: idField, count: wholeNumber('张数无效', 1, 6), holders: holdersField }),
    output: waitingOutput,
    handle: (ctx, input) => joinWaiting(ctx, input),
  }),
  endpoint({
    method: 'DELETE',
    path: SALON_CALLS.waiting,
    summary: '退出候补，或放弃为自己保留的名额',
    tag: TAG,
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ id: z.int() }),
    handle: async (ctx, { id }) => {
      await leaveWaiting(ctx, id);
      return { id };
    },
  }),
];

const organiserCalls: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: SALON_CALLS.form,
    summary: '读取自己的沙龙，用于编辑',
    tag: TAG,
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: ownSalonFormOutput,
    handle: (ctx, { id }) => ownSalon(ctx, id),
  }),
  endpoint({
    method: 'PUT',
    path: SALON_CALLS.form,
    summary: '保存沙龙草稿；同一个 draft_key 只有一份',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: formInput,
    owned_ids: ['id'],
    output: savedSalonOutput,
    handle: (ctx, { id, draft_key, edition, ...form }) => saveSalon(ctx, { id, draft_key, edition, form }),
  }),
  endpoint({
    method: 'POST',
    path: SALON_CALLS.form,
    summary: '提交沙龙或它的修改；须已通过个人认证',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: formInput,
    owned_ids: ['id'],
    output: savedSalonOutput,
    handle: (ctx, { id, draft_key, edition, ...form }) => submitSalon(ctx, { id, draft_key, edition, form }),
  }),
  endpoint({
    method: 'GET',
    path: SALON_CALLS.mine,
    summary: '我举办的沙龙',
    tag: TAG,
    auth: 'user',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownSalonListOutput,
    handle: (ctx, input) => ownSalons(ctx, input),
  }),
  endpoint({
    method: 'PUT',
    path: SALON_CALLS.act,
    summary: '自己的沙龙：取消（须写原因，票款全额退回）、撤回审核',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, act: z.enum(SALON_ACTS, { error: '操作无效' }), why: textField('原因', CANCEL_WHY_MAX).default('') }),
    owned_ids: ['id'],
    output: savedSalonOutput,
    handle: (ctx, input) => actOnSalon(ctx, input),
  }),
  endpoint({
    method: 'DELETE',
    path: SALON_CALLS.draft,
    summary: '删除自己从未发布过的沙龙草稿',
    tag: TAG,
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ id: z.int() }),
    handle: async (ctx, { id }) => {
      await deleteSalonDraft(ctx, id);
      return { id };
    },
  }),
];

export const salonEndpoints: Endpoint[] = [...publicCalls, ...buyCalls, ...organiserCalls];
