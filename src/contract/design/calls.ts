import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { relatedItemOutput } from '#contract/outputs/item.ts';
import { orderOutput } from '#contract/outputs/order.ts';
import { designDetailOutput, releaserOutput } from '#contract/outputs/pictures.ts';

const call = callsOf('design');
const orderCall = callsOf('order');

export const KIND = KINDS.design;
const CALLS = KIND.calls;

export const designCalls = {
  detail: call('GET', CALLS.detail.path, {
    summary: '设计作品详情，以及当前读者的权限',
    auth: 'optional',
    owned: { design_id: 'design' },
    input: z.object({ design_id: idField }),
    output: designDetailOutput,
  }),
  related: call('GET', CALLS.related.path, {
    summary: '同类设计，瀑布流每页十件；翻到最后一页后 has_more 为 0',
    auth: 'none',
    open: { design_id: 'design' },
    input: z.object({ design_id: idField, page: pageField, limit: limitField(CALLS.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int(), has_more: z.literal([0, 1]) }),
  }),
  userDetailInfo: call('GET', '/design/index/userDetailInfo', {
    summary: '设计师卡片：昵称、城市、职业、作品数、粉丝数，以及当前读者是否已关注',
    auth: 'optional',
    open: { uid: 'user' },
    input: z.object({ uid: idField }),
    output: releaserOutput,
  }),
  payFreeOrder: orderCall('POST', '/design/buy/payFreeOrder', {
    summary: '用一张足额优惠券免费下单：不写 user_coupon_id 则用刚好足够的一张；仍需支付时不下单',
    owned: { user_coupon_id: 'coupon' },
    open: { id: 'shown' },
    input: z.object({
      id: idField,
      user_coupon_id: wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      idempotency_key: z
        .string({ error: '请求编号无效' })
        .regex(/^[\w-]{8,64}$/, '请求编号无效')
        .optional(),
    }),
    output: orderOutput,
    limit: { points: 120, window_s: 60 },
  }),
};
