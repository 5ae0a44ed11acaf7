import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { mallJobs, redeemerReview } from '../../modules/mall/index.ts';
import type { Manifest } from '../manifest.ts';
import { mallEndpoints } from './routes.ts';
import { mallLists } from './staff-lists.ts';

/** The points mall and the address book. */
export const mallArea: Manifest = {
  name: 'mall',
  endpoints: mallEndpoints,
  jobs: mallJobs,
  staff_lists: mallLists,
  reviewables: [redeemerReview],
  on: (app) => ({ 'mall.changed': [() => purgeTags(app, [pageTags.mall])] }),
};
