import { plannerJobs } from '../../modules/planner/index.ts';
import type { Manifest } from '../manifest.ts';
import { workbenchEndpoints } from './routes.ts';
import { workbenchToday } from './today.ts';

/** The board of what one has going on, one's own dates, and their calendar. */
export const workbenchArea: Manifest = { name: 'workbench', endpoints: workbenchEndpoints, jobs: plannerJobs, today: workbenchToday };
