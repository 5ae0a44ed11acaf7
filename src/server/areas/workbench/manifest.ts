import { inTransaction } from '../../app/ctx.ts';
import { forgetPlanner, plannerEntries, plannerJobs } from '../../modules/planner/index.ts';
import { once } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { workbenchEndpoints } from './routes.ts';
import { workbenchToday } from './today.ts';

/** The board of what one has going on, one's own dates, and their calendar. */
export const workbenchArea: Manifest = {
  name: 'workbench',
  endpoints: workbenchEndpoints,
  jobs: plannerJobs,
  today: workbenchToday,
  personal: {
    files: { 待办与日程: once(plannerEntries) },
    forget_later: [(ctx, user_id) => inTransaction(ctx, (tx) => forgetPlanner(tx, user_id))],
  },
};
