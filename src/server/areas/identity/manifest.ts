import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { itemsOf } from '../../modules/catalog/index.ts';
import { identityJobs } from '../../modules/identity/index.ts';
import type { Manifest } from '../manifest.ts';
import { identityEndpoints } from './routes.ts';
import { identityToday } from './today.ts';

/** Works of one publisher whose pages are made anew when their name changes; older ones follow with their maxAge. */
const WORKS = 500;

export const identityArea: Manifest = {
  name: 'identity',
  endpoints: identityEndpoints,
  jobs: identityJobs,
  today: identityToday,
  on: (app, ctx) => ({
    'user.changed': [
      async ({ user_id }) => {
        const works = await itemsOf(ctx, { publisher_id: user_id, statuses: ['published'], offset: 0, limit: WORKS });
        await purgeTags(app, [pageTags.user(user_id), pageTags.home, ...works.map(({ id }) => pageTags.item(id))]);
      },
    ],
  }),
};
