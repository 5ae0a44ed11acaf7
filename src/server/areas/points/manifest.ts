import { TASK_PERIODS, type TaskPeriod } from '#contract/task.ts';
import { BY_DAY, BY_TIME, type StaffList, type StaffListAction, showRows, stateFilter } from '../../modules/console/index.ts';
import { pointJobs, pointLotRows, pointSums, pointsValidDays, pointUseRows } from '../../modules/points/index.ts';
import { makeupDays, makeupRows, signInPoints, signInRows } from '../../modules/signin/index.ts';
import { claimRows, findTaskEvent, switchTask, type TaskLine, taskJobs, taskSource } from '../../modules/tasks/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { pointEndpoints, taskEvents } from './routes.ts';

const VERB = 'mall.edit';
const act = (name: string, title: string, about: string, run: StaffListAction['run']): StaffListAction => ({
  ...{ name, title, about, verb: VERB, needs_reason: true, run },
});

/** What people may do for points. */
export const taskList: StaffList = {
  key: 'tasks',
  add: { title: '新建任务', route: '/admin/task' },
  title: '积分任务',
  verb: VERB,
  source: taskSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '任务' },
    { key: 'event', title: '内容' },
    { key: 'period', title: '周期' },
    { key: 'reward', title: '奖励' },
    { key: 'claims', title: '已发放', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [stateFilter({ on: '启用', off: '停用' }, { off: 'over' }), ...BY_DAY],
  orders: BY_TIME,
  search: '',
  actions: [
    act('on', '启用', '显示在任务中心。', (tx, id, reason) => switchTask(tx, Number(id), true, reason)),
    act('off', '停用', '不再显示与领取；待发放的奖励仍按时处理。', (tx, id, reason) => switchTask(tx, Number(id), false, reason)),
  ],
  show: showRows<TaskLine>(({ id, title, event, period, points, cards, claims, is_on, updated_at }) => ({
    id: String(id),
    href: `/admin/task?id=${id}`,
    cells: {
      ...{ id, title, claims, updated_at },
      event: findTaskEvent(event)?.title ?? event,
      period: TASK_PERIODS[period as TaskPeriod],
      reward: [points > 0 ? `${points} 积分` : '', cards > 0 ? `${cards} 张补签卡` : ''].filter(Boolean).join('，'),
      state: is_on ? '启用' : '停用',
    },
  })),
};

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
