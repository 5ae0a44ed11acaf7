import { pointJobs, pointLotRows, pointSums, pointsValidDays, pointUseRows } from '../../modules/points/index.ts';
import { makeupDays, makeupRows, signInPoints, signInRows } from '../../modules/signin/index.ts';
import { claimRows, taskJobs } from '../../modules/tasks/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { pointEndpoints } from './routes.ts';
import { taskList } from './staff-lists.ts';
import { taskEvents } from './task-events.ts';

const pointsToday: TodaySource = async (ctx) => {
  const { ending_points: num } = await pointSums(ctx);
  return todayCard('ending', { key: 'points', title: '即将到期的积分', text: '30 天内到期，可到积分商城兑换', num, href: '/integral' });
};

/** Points, the sign-in calendar and tasks. */
export const pointsArea: Manifest = {
  name: 'points',
  endpoints: pointEndpoints,
  jobs: (app) => [...pointJobs(app), ...taskJobs(app)],
  settings: [pointsValidDays, signInPoints, makeupDays],
  staff_lists: [taskList],
  task_events: taskEvents,
  today: pointsToday,
  personal: {
    files: {
      积分: async function* (ctx, user_id) {
        for await (const row of pointLotRows(ctx, user_id)) yield { what: '获得', ...row };
        for await (const row of pointUseRows(ctx, user_id)) yield { what: '使用', ...row };
      },
      签到: signInRows,
      补签卡: makeupRows,
      积分任务: claimRows,
    },
  },
};
