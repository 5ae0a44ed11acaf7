import { pointJobs, pointsValidDays } from '../../modules/points/index.ts';
import { makeupDays, signInPoints } from '../../modules/signin/index.ts';
import { taskJobs } from '../../modules/tasks/index.ts';
import type { Manifest } from '../manifest.ts';
import { pointEndpoints } from './routes.ts';
import { taskList } from './staff-lists.ts';
import { taskEvents } from './task-events.ts';
import { pointsToday } from './today.ts';

/** Points, the sign-in calendar and tasks. */
export const pointsArea: Manifest = {
  name: 'points',
  endpoints: pointEndpoints,
  jobs: (app) => [...pointJobs(app), ...taskJobs(app)],
  settings: [pointsValidDays, signInPoints, makeupDays],
  staff_lists: [taskList],
  task_events: taskEvents,
  today: pointsToday,
};
