import type { OwnPage } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import { subscriptionCalls } from '#contract/subscription/calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import { itemCards } from '../../modules/catalog/index.ts';
import { worksTold } from '../../modules/notices/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import { cancelSubscription, subscribe, subscriptionJobs, subscriptionsOf, tellSoon } from '../../modules/subscriptions/index.ts';
import type { Manifest } from '../manifest.ts';

async function cancelAll(ctx: Ctx): Promise<void> {
  for (;;) {
    const { list } = await subscriptionsOf(ctx, { page: 1, limit: 50 });
    for (const { id } of list) await cancelSubscription(ctx, id);
    if (list.length < 50) return;
  }
}

const subscriptionEndpoints = [
  serve(subscriptionCalls.post_subscribe, async (ctx, input, c) => {
    const made = await subscribe(ctx, input);
    return said(c, made.is_new ? '订阅成功，有新作品会通知您' : '您已经订阅过了', made);
  }),
  serve(subscriptionCalls.put_subscribe, async (ctx, { id }, c) => {
    await cancelSubscription(ctx, id);
    return said(c, '已取消订阅', null);
  }),
  serve(subscriptionCalls.get_subscribe, (ctx, input) => subscriptionsOf(ctx, input)),
  serve(subscriptionCalls.works, async (ctx, { page, limit }): Promise<OwnPage<ItemCard>> => {
    const { item_ids, total } = await worksTold(ctx, { topic: 'subscribe', page, limit });
    return { list: await itemCards(ctx, item_ids), total, page, limit };
  }),
];

/** Readers who subscribe to new works. */
export const subscriptionArea: Manifest = {
  name: 'subscription',
  endpoints: subscriptionEndpoints,
  jobs: subscriptionJobs,
  on: (app) => ({
    // publishing does not wait for notifications
    'item.changed': [({ item_id, what = 'status' }) => (what === 'status' ? tellSoon(app, item_id) : Promise.resolve())],
  }),
  personal: {
    files: { 订阅: paged(async (ctx, _user_id, at) => (await subscriptionsOf(ctx, at)).list) },
    forget_later: [cancelAll],
  },
};
