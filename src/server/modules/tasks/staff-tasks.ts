import type { TaskForm, TaskPeriod } from '#contract/task.ts';
import { type App, type Ctx, createCtx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import { findTaskEvent, payDueClaims, taskEvents } from './claim-task.ts';
import { findTask, hasTasks, insertTask, lockClaims, updateTask } from './repo.ts';

export function taskJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'tasks.pay',
      cron: '*/10 * * * *',
      async run(_payload, stopping) {
        await payDueClaims(createCtx(app, { kind: 'job', name: 'tasks.pay' }, 'tasks.pay'), stopping);
      },
    },
  ];
}

const OWN_PATH = /^(\/(?![/\\])[^\s]*)?$/;

/** A task's form; 0: an empty one, with the events that may be chosen. @throws AppError 403, 404 */
export async function taskForm(ctx: Ctx, id: number): Promise<{ form: TaskForm; events: Array<{ name: string; title: string }> }> {
  requireVerb(ctx, 'mall.edit');
  const task = id > 0 ? await findTask(ctx.db, id) : null;
  if (id > 0 && !task) throw notFound('任务不存在');
  const empty = {
    title: '',
    event: '',
    about: '',
    img: '',
    link: '',
    period: 'daily',
    target: 1,
    points: 5,
    cards: 0,
    is_on: true,
    sort: 0,
  };
  const { title, event, about, img, link, period, target, points, cards, is_on, sort } = task ?? empty;
  return {
    form: { id, title, event, about, img, link, period: period as TaskPeriod, target, points, cards, is_on, sort },
    events: taskEvents(),
  };
}

/** Makes a task or changes one; claims that stand keep what they were made for. @throws AppError 403, 404, code 1 with the wrong fields */
export function saveTask(ctx: Ctx, form: TaskForm): Promise<number> {
  return performAct(ctx, taskAct, form);
}

const taskAct = defineStaffAct<TaskForm, number>({
  name: 'task.save',
  title: '编辑任务',
  verb: 'mall.edit',
  concerns: () => [],
  // as many claim it as like
  async value(ctx, form) {
    const before = form.id > 0 ? await findTask(ctx.db, form.id) : null;
    const same = before && form.event === before.event && form.period === before.period && form.target >= before.target;
    return same && form.points <= before.points && form.cards <= before.cards ? 0 : 'always';
  },
  about: (_ctx, { title, points, cards, period }) =>
    `「${title}」每位用户${period === 'daily' ? '每天' : '一次'} ${points} 积分${cards > 0 ? `、${cards} 张补签卡` : ''}`,
  run: writeTask,
});

async function writeTask(ctx: Ctx, { id, ...form }: TaskForm): Promise<number> {
  requireVerb(ctx, 'mall.edit');
  const wrong: Record<string, string> = {};
  if (!findTaskEvent(form.event)) wrong['event'] = '请选择任务内容';
  if (!OWN_PATH.test(form.link)) wrong['link'] = '请填写站内地址，例如 /programme';
  if (!OWN_PATH.test(form.img)) wrong['img'] = '请填写站内图片地址';
  if (form.points === 0 && form.cards === 0) wrong['points'] = '请填写积分或补签卡';
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return inTransaction(ctx, async (tx) => {
    if (id > 0 && !(await findTask(tx.db, id))) throw notFound('任务不存在');
    const values = { ...form, updated_at: tx.app.clock.now() };
    if (id > 0) await updateTask(tx.db, id, values);
    const saved = id > 0 ? id : await insertTask(tx.db, values);
    await recordAudit(tx, 'task.save', `task:${saved}`, form);
    return saved;
  });
}

/** Switches a task on or off; rewards that are held are still decided. @throws AppError 403, 404 */
export async function switchTask(tx: TxCtx, id: number, is_on: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'mall.edit');
  if (!(await findTask(tx.db, id))) throw notFound('任务不存在');
  await updateTask(tx.db, id, { is_on, updated_at: tx.app.clock.now() });
  await recordAudit(tx, is_on ? 'task.on' : 'task.off', `task:${id}`, { reason });
}

const usual = (sort: number, task: Omit<TaskForm, 'id' | 'img' | 'is_on' | 'sort'>) => ({ ...task, img: '', is_on: true, sort });

/** What a new site offers; staff change it. Writes nothing where there are tasks. */
export async function installTasks(tx: TxCtx): Promise<void> {
  // one of several processes that start at once
  await lockClaims(tx.db, 0);
  if (await hasTasks(tx.db)) return;
  const once = { period: 'once', target: 1, cards: 0 } as const;
  const daily = { period: 'daily', target: 1, cards: 0 } as const;
  const rows = [
    usual(10, {
      ...once,
      title: '完善个人信息',
      event: 'profile',
      about: '填写昵称、生日、公司与职位',
      link: '/personalCenter/mySetting?tab=info',
      points: 20,
    }),
    usual(20, { ...daily, title: '每日签到', event: 'signin', about: '签到之后再来领一份', link: '', points: 1 }),
    usual(30, { ...daily, title: '收藏作品', event: 'collect', about: '收藏 2 个喜欢的作品', link: '/programme', target: 2, points: 5 }),
    usual(40, { ...daily, title: '关注发布者', event: 'follow', about: '关注 1 位发布者或店铺', link: '/serviceProvider', points: 5 }),
    usual(50, { ...daily, title: '下载作品', event: 'download', about: '免费或以会员下载 1 个作品', link: '/programme', points: 5 }),
    usual(60, { ...once, title: '首次购买', event: 'order', about: '购买 1 个作品', link: '/programme', points: 50, cards: 1 }),
  ];
  const updated_at = tx.app.clock.now();
  for (const row of rows) await insertTask(tx.db, { ...row, updated_at });
}
