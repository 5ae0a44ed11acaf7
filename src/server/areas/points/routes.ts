import { pointsCalls } from '#contract/points/calls.ts';
import { SIGN_IN_TEXTS } from '#contract/signin.ts';
import { TASK_TYPE } from '#contract/task.ts';
import { requireUser } from '../../app/ctx.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { csvPieces } from '../../modules/console/index.ts';
import { changePoints, pointSums } from '../../modules/points/index.ts';
import { cardsOf, makeUpDay, signIn, signInMonth } from '../../modules/signin/index.ts';
import { claimTask, saveTask, taskForm, taskList } from '../../modules/tasks/index.ts';
import { balances, statementCsv, statementOf, walletStatement } from '../../modules/wallet/index.ts';

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
