import { itemChanged, pushSoon, seoJobs, verificationFiles } from '../../modules/seo/index.ts';
import type { Manifest } from '../manifest.ts';
import { seoEndpoints } from './routes.ts';

/** Search engines: what they are told, their robots, files that prove the site to them. */
export const seoArea: Manifest = {
  name: 'seo',
  endpoints: seoEndpoints,
  jobs: seoJobs,
  settings: [verificationFiles],
  on: (_app, ctx) => ({
    'item.changed': [
      async ({ item_id, what }) => {
        if (what === 'listing') return;
        await itemChanged(ctx, item_id);
        await pushSoon(ctx);
      },
    ],
  }),
};
