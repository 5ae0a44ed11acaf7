import { z } from 'zod';
import type { OwnPage } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import { SUBSCRIBE_CALL, SUBSCRIBED_WORKS_CALL } from '#contract/subscription.ts';
import { endpoint } from '../../http/endpoint.ts';
import { idField, limitField, pageField, priceFilterField, textField } from '../../http/fields.ts';
import { ownPageOutput } from '../../http/outputs/center.ts';
import { itemCardOutput } from '../../http/outputs/item.ts';
import { subscriptionRowOutput } from '../../http/outputs/notice.ts';
import { said } from '../../http/said.ts';
import { itemCards } from '../../modules/catalog/index.ts';
import { worksTold } from '../../modules/notices/index.ts';
import { cancelSubscription, subscribe, subscriptionsOf } from '../../modules/subscriptions/index.ts';

const paging = { page: pageField, limit: limitField(10) };

export const subscriptionEndpoints = [
  endpoint({
    method: 'POST',
    path: SUBSCRIBE_CALL,
    summary: '订阅一个列表筛选或搜索的上新；同样的订阅只有一个',
    tag: 'user',
    auth: 'user',
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
    handle: async (ctx, input, c) => {
      const made = await subscribe(ctx, input);
      return said(c, made.is_new ? '订阅成功，有新作品会通知您' : '您已经订阅过了', made);
    },
  }),
  endpoint({
    method: 'PUT',
    path: SUBSCRIBE_CALL,
    summary: '取消一个自己的订阅',
    tag: 'user',
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id }, c) => {
      await cancelSubscription(ctx, id);
      return said(c, '已取消订阅', null);
    },
  }),
  endpoint({
    method: 'GET',
    path: SUBSCRIBE_CALL,
    summary: '我的订阅',
    tag: 'user',
    auth: 'user',
    input: z.object(paging),
    output: ownPageOutput(subscriptionRowOutput),
    handle: (ctx, input) => subscriptionsOf(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: SUBSCRIBED_WORKS_CALL,
    summary: '订阅带来的新作品，最新的在前；已下架的不列出',
    tag: 'user',
    auth: 'user',
    input: z.object(paging),
    output: ownPageOutput(itemCardOutput),
    handle: async (ctx, { page, limit }): Promise<OwnPage<ItemCard>> => {
      const { item_ids, total } = await worksTold(ctx, { topic: 'subscribe', page, limit });
      return { list: await itemCards(ctx, item_ids), total, page, limit };
    },
  }),
];
