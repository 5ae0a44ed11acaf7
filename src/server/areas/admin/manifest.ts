import { consoleJobs } from '../../modules/console/index.ts';
import { actReview } from '../../modules/countersign/index.ts';
import { refundReview } from '../../modules/orders/index.ts';
import { staffLists } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';
import { adminEndpoints } from './routes.ts';

/** The console of staff: its lists, bulk runs, and the screens that belong to no other area. */
export const adminArea: Manifest = {
  name: 'admin',
  endpoints: adminEndpoints,
  jobs: consoleJobs,
  staff_lists: staffLists,
  // behind works and reports, which wait longer and come more often
  reviewables: [refundReview, actReview],
};
