import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField, priceFilterField, textField } from '#contract/input-fields.ts';
import { ownPageOutput } from '#contract/outputs/center.ts';
import { itemCardOutput } from '#contract/outputs/item.ts';
import { subscriptionRowOutput } from '#contract/outputs/notice.ts';

const call = callsOf('user');

const paging = { page: pageField, limit: limitField(10) };

export const subscriptionCalls = {
  post_subscribe: call('POST', '/scheme/index/subscribe', {
    summary: '订阅一个列表筛选或搜索的上新；同样的订阅只有一个',
    limit: { points: 60, window_s: 3_600 },
    input: z.object({
      kind: textField('种类', 40).default('scheme'),
      cid: idField.optional(),
      cid2: idField.optional(),
      tag: idField.optional(),
      terms: z.record(z.string().max(40), idField, { error: '筛选项无效' }).optional(),
      price: priceFilterField.optional(),
      format: textField('格式', 10).optional(),
      keyword: textField('关键词', 60).optional(),
    }),
    output: z.strictObject({ id: z.int(), is_new: z.boolean() }),
  }),
  put_subscribe: call('PUT', '/scheme/index/subscribe', {
    summary: '取消一个自己的订阅',
    owned: { id: 'subscription' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  get_subscribe: call('GET', '/scheme/index/subscribe', {
    summary: '我的订阅',
    input: z.object(paging),
    output: ownPageOutput(subscriptionRowOutput),
  }),
  works: call('GET', '/scheme/index/subscribe/works', {
    summary: '订阅带来的新作品，最新的在前；已下架的不列出',
    input: z.object(paging),
    output: ownPageOutput(itemCardOutput),
  }),
};
