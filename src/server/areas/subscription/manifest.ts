import { subscriptionJobs, tellSoon } from '../../modules/subscriptions/index.ts';
import type { Manifest } from '../manifest.ts';
import { subscriptionEndpoints } from './routes.ts';

/** Readers who want to hear of new works. */
export const subscriptionArea: Manifest = {
  name: 'subscription',
  endpoints: subscriptionEndpoints,
  jobs: subscriptionJobs,
  on: (app) => ({
    // publishing waits for nobody who is told of it
    'item.changed': [({ item_id, what = 'status' }) => (what === 'status' ? tellSoon(app, item_id) : Promise.resolve())],
  }),
};
