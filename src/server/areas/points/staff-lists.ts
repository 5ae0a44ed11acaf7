import { TASK_PERIODS, type TaskPeriod } from '#contract/task.ts';
import { BY_DAY, BY_TIME, type StaffList, type StaffListAction } from '../../modules/console/index.ts';
import { findTaskEvent, switchTask, type TaskLine, taskSource } from '../../modules/tasks/index.ts';

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
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'choice',
      options: [
        { value: 'on', title: '启用' },
        { value: 'off', title: '停用' },
      ],
    },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '',
  actions: [
    act('on', '启用', '显示在任务中心。', (tx, id, reason) => switchTask(tx, Number(id), true, reason)),
    act('off', '停用', '不再显示与领取；待发放的奖励仍按时处理。', (tx, id, reason) => switchTask(tx, Number(id), false, reason)),
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly TaskLine[]).map(({ id, title, event, period, points, cards, claims, is_on, updated_at }) => ({
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
    ),
};
