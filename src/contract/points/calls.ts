import { z } from 'zod';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, limitField, plainNumber, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  claimedTaskOutput,
  madeUpOutput,
  pointSumsOutput,
  signedInOutput,
  signInMonthOutput,
  taskFormOutput,
  taskRowOutput,
} from '#contract/outputs/points.ts';
import { walletStatementOutput } from '#contract/outputs/wallet.ts';
import { STAFF_POINTS_MAX } from '#contract/points.ts';
import { TASK_ABOUT_MAX, TASK_TITLE_MAX, TASK_TYPE } from '#contract/task.ts';
import { LINE_WAYS } from '#contract/wallet.ts';

const call = callsOf('points');
const staffCall = callsOf('admin');
const filterFields = {
  month: z
    .string({ error: '月份无效' })
    .regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/, '月份应写作 2026-01')
    .default(''),
  way: z.enum(LINE_WAYS, { error: '收支类型无效' }).default('all'),
};
const pageFields = { before: wholeNumber('翻页位置无效', 0, Number.MAX_SAFE_INTEGER).default(0), limit: limitField(20) };
const pointsField = z.preprocess(
  plainNumber,
  z
    .number({ error: '请输入积分数' })
    .int('积分应为整数')
    .min(-STAFF_POINTS_MAX, `一次最多 ${STAFF_POINTS_MAX} 积分`)
    .max(STAFF_POINTS_MAX, `一次最多 ${STAFF_POINTS_MAX} 积分`)
    .refine((points) => points !== 0, '积分不能为 0'),
);
const edit = { verb: 'mall.edit' } as const;

export const pointsCalls = {
  get_signin: call('GET', '/api/signin', {
    summary: '签到日历：mon 写作 2026-1（不补零），不写为本月；continuity 连续天数，count 当月天数',
    input: z.object({
      mon: z
        .string({ error: '月份无效' })
        .regex(/^(20\d\d-([1-9]|1[0-2]))?$/, '月份应写作 2026-1')
        .default(''),
    }),
    output: signInMonthOutput,
  }),
  post_signin: call('POST', '/api/signin', {
    summary: '签到：每天一次，积分随连续天数',
    output: signedInOutput,
  }),
  makeup: call('POST', '/api/signin/makeup', {
    summary: '用一张补签卡补签漏签的一天（day 写作 2026-01-31），接上连续天数，不发积分',
    input: z.object({ day: z.iso.date({ error: '日期无效' }) }),
    output: madeUpOutput,
  }),
  get_tasks: call('GET', '/user/task/task', {
    summary: `任务列表；type 为 ${TASK_TYPE}（本站），其他类型没有任务。state：todo 未完成，ready 可领取，held 待发放，paid 已领取`,
    input: z.object({ type: wholeNumber('类型无效', 1, 99).default(TASK_TYPE) }),
    output: z.array(taskRowOutput),
  }),
  post_tasks: call('POST', '/user/task/task', {
    summary: '领取任务奖励：每个周期一次；可撤销的行为（收藏、关注、购买）24 小时后发放，撤销则不发',
    open: { id: 'shown' },
    input: z.object({ id: idField }),
    output: claimedTaskOutput,
  }),
  sums: call('GET', '/user/integral', {
    summary: '我的积分、30 天内到期的积分与补签卡',
    output: pointSumsOutput,
  }),
  statement: call('GET', '/user/integral/statement', {
    summary: '积分明细，每行带之后的积分；before 为上一页最后一行的编号',
    acts: 'money',
    input: z.object({ ...filterFields, ...pageFields }),
    output: walletStatementOutput,
  }),
  csv: call('GET', '/user/integral/csv', {
    summary: '积分明细的 CSV 文件，最多 50000 行',
    acts: 'money',
    limit: { points: 20, window_s: 60 },
    input: z.object(filterFields),
    answers: 'text/csv',
  }),
  staff: staffCall('GET', '/admin/points', {
    summary: '后台：一个用户的积分明细',
    auth: { verb: 'points.see' },
    input: z.object({ user_id: idField, ...filterFields, ...pageFields }),
    output: z.strictObject({ points: z.int(), cards: z.int(), statement: walletStatementOutput }),
  }),
  give: staffCall('POST', '/admin/points/give', {
    summary: '后台：补发积分（正数）或扣除积分（负数），记入操作记录；同一 idempotency_key 只做一次',
    auth: { verb: 'points.give' },
    limit: { points: 60, window_s: 60 },
    input: z.object({
      user_id: idField,
      points: pointsField,
      reason: textField('原因', STAFF_REASON_MAX, 1),
      idempotency_key: textField('请求编号', 80, 8),
    }),
    output: z.strictObject({ points: z.int() }),
  }),
  get_task: staffCall('GET', '/admin/task', {
    summary: '后台：一个任务的设置与可选的任务内容；不写 id 为新建',
    auth: edit,
    input: z.object({ id: idField.optional() }),
    output: taskFormOutput,
  }),
  post_task: staffCall('POST', '/admin/task', {
    summary: '后台：新建或修改一个任务',
    auth: edit,
    input: z.object({
      id: idField.optional(),
      title: textField('任务名称', TASK_TITLE_MAX, 1),
      event: textField('任务内容', 40, 1),
      about: textField('说明', TASK_ABOUT_MAX).default(''),
      img: textField('图片', 300).default(''),
      link: textField('去完成的地址', 200).default(''),
      period: z.enum(['daily', 'once'], { error: '周期无效' }),
      target: wholeNumber('次数为 1 至 100', 1, 100).default(1),
      points: wholeNumber('积分为 0 至 100000', 0, 100_000),
      cards: wholeNumber('补签卡为 0 至 31', 0, 31).default(0),
      is_on: flagField.default(true),
      sort: wholeNumber('排序为 0 至 9999', 0, 9_999).default(0),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
};
