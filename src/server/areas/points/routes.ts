import { pointsCalls } from '#contract/points/calls.ts';
import { profilePointsKey } from '#contract/points.ts';
import { SIGN_IN_TEXTS } from '#contract/signin.ts';
import { TASK_TYPE } from '#contract/task.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { csvPieces } from '../../modules/console/index.ts';
import { downloadsOf } from '../../modules/downloads/index.ts';
import { marksMade, marksStanding } from '../../modules/engagement/index.ts';
import { leftToRefund, paidSince } from '../../modules/orders/index.ts';
import { changePoints, isGranted, pointSums } from '../../modules/points/index.ts';
import { cardsOf, makeUpDay, signedToday, signIn, signInMonth } from '../../modules/signin/index.ts';
import { claimTask, saveTask, type TaskEvent, taskForm, taskList } from '../../modules/tasks/index.ts';
import { balances, statementCsv, statementOf, walletStatement } from '../../modules/wallet/index.ts';

const EVER = new Date(0);

/** What a coupon paid whole earns nothing, nor what went back whole. */
const boughtBy = async (ctx: Ctx, buyer_id: number, since: Date): Promise<string[]> =>
  (await paidSince(ctx, { buyer_id, subject: 'item', since })).filter((order) => leftToRefund(order) > 0).map(({ orderid }) => orderid);

const mark = (kind: 'collect' | 'follow', title: string): TaskEvent => ({
  ...{ name: kind, title, undoable: true, earned_by: 'act' },
  acts: (ctx, user_id, range, most) => marksMade(ctx, kind, { user_id, ...range }, most),
  standing: (ctx, user_id, acts) => marksStanding(ctx, kind, user_id, acts),
});

/** What tasks may ask for. */
export const taskEvents: readonly TaskEvent[] = [
  {
    ...{ name: 'signin', title: '每日签到', undoable: false, earned_by: 'act' },
    // only today can be asked for, so a task of it is a daily one
    acts: async (ctx, user_id) => ((await signedToday(ctx, user_id)) ? [shanghaiDay(ctx.app.clock.now())] : []),
  },
  mark('collect', '收藏作品'),
  mark('follow', '关注发布者或店铺'),
  {
    ...{ name: 'download', title: '免费或以会员下载作品', undoable: false, earned_by: 'act' },
    acts: async (ctx, user_id, { from }, most) => {
      const taken = await downloadsOf(ctx, user_id, most);
      return taken.filter(({ at }) => from === null || at >= from).map(({ item_id }) => String(item_id));
    },
  },
  {
    ...{ name: 'order', title: '购买作品（退款后不发奖励）', undoable: true, earned_by: 'payment' },
    acts: (ctx, buyer_id, { from }) => boughtBy(ctx, buyer_id, from ?? EVER),
    standing: async (ctx, buyer_id, acts) => {
      return (await boughtBy(ctx, buyer_id, EVER)).filter((orderid) => acts.includes(orderid));
    },
  },
  {
    ...{ name: 'profile', title: '完善个人信息（积分随资料发放）', undoable: false, earned_by: 'act' },
    acts: async () => [],
    rewarded: (ctx, user_id) => isGranted(ctx, profilePointsKey(user_id)),
  },
];

/** Sign-in, tasks and the points of the reader; what staff do with points. */
export const pointEndpoints: Endpoint[] = [
  serve(pointsCalls.get_signin, (ctx, { mon }) => signInMonth(ctx, mon)),
  serve(pointsCalls.post_signin, async (ctx, _input, c) => {
    const signed = await signIn(ctx);
    const { point } = await balances(ctx, requireUser(ctx));
    return c.json({ code: 0, msg: SIGN_IN_TEXTS.done, data: { ...signed, total: point } });
  }),
  serve(pointsCalls.makeup, (ctx, { day }) => makeUpDay(ctx, day)),
  serve(pointsCalls.get_tasks, async (ctx, { type }) => (type === TASK_TYPE ? taskList(ctx) : [])),
  serve(pointsCalls.post_tasks, (ctx, { id }) => claimTask(ctx, id)),
  serve(pointsCalls.sums, async (ctx) => ({ ...(await pointSums(ctx)), cards: await cardsOf(ctx, requireUser(ctx)) })),
  serve(pointsCalls.statement, (ctx, input) => walletStatement(ctx, { account: 'point', ...input })),
  serve(pointsCalls.csv, async (ctx, filter) => {
    const name = `积分明细${filter.month === '' ? '' : `-${filter.month}`}.csv`;
    return csvAnswer(name, csvPieces(statementCsv(ctx, { account: 'point', ...filter })));
  }),
  serve(pointsCalls.staff, async (ctx, { user_id, ...filter }) => ({
    points: (await balances(ctx, user_id)).point,
    cards: await cardsOf(ctx, user_id),
    statement: await statementOf(ctx, user_id, { account: 'point', ...filter }),
  })),
  serve(pointsCalls.give, (ctx, { idempotency_key, ...input }) => changePoints(ctx, { ...input, key: idempotency_key })),
  serve(pointsCalls.get_task, (ctx, { id }) => taskForm(ctx, id ?? 0)),
  serve(pointsCalls.post_task, async (ctx, { id, ...form }) => ({ id: await saveTask(ctx, { id: id ?? 0, ...form }) })),
];
