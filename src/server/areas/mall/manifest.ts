import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { mallJobs, redeemerReview } from '../../modules/mall/index.ts';
import type { Manifest } from '../manifest.ts';
import { mallEndpoints } from './routes.ts';
import { mallLists } from './staff-lists.ts';
import { mallToday } from './today.ts';

/** The points mall and the address book. */
export const mallArea: Manifest = {
  name: 'mall',
  endpoints: mallEndpoints,
  jobs: mallJobs,
  staff_lists: mallLists,
  reviewables: [redeemerReview],
  today: mallToday,
  on: (app) => ({ 'mall.changed': [() => purgeTags(app, [pageTags.mall])] }),
};
