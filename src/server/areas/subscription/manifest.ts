import type { Ctx } from '../../app/ctx.ts';
import { paged } from '../../modules/privacy/index.ts';
import { cancelSubscription, subscriptionJobs, subscriptionsOf, tellSoon } from '../../modules/subscriptions/index.ts';
import type { Manifest } from '../manifest.ts';
import { subscriptionEndpoints } from './routes.ts';

async function cancelAll(ctx: Ctx): Promise<void> {
  for (;;) {
    const { list } = await subscriptionsOf(ctx, { page: 1, limit: 50 });
    for (const { id } of list) await cancelSubscription(ctx, id);
    if (list.length < 50) return;
  }
}

/** Readers who want to hear of new works. */
export const subscriptionArea: Manifest = {
  name: 'subscription',
  endpoints: subscriptionEndpoints,
  jobs: subscriptionJobs,
  on: (app) => ({
    // publishing waits for nobody who is told of it
    'item.changed': [({ item_id, what = 'status' }) => (what === 'status' ? tellSoon(app, item_id) : Promise.resolve())],
  }),
  personal: {
    files: { 订阅: paged(async (ctx, _user_id, at) => (await subscriptionsOf(ctx, at)).list) },
    forget_later: [cancelAll],
  },
};
