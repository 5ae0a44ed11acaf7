import { BULK_MOST, type BulkRun } from '#contract/admin.ts';
import { ASKED_SECOND_STATUS } from '#contract/staff-bounds.ts';
import { type App, actingAs, type Ctx, can, createCtx, inSavepoint, inTransaction, requireVerb } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { countKeyset } from '../../db/keyset.ts';
import { isDatabaseUnavailable, sqlState } from '../../db/pool.ts';
import { AppError, conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { rolesNow } from '../identity/index.ts';
import { queried, readQuery } from './read-list.ts';
import { countTargets, findResults, findRun, finishRun, insertMatching, insertRun, insertTargets, markTarget, takeTarget } from './repo.ts';
import { allStaffLists, listFor, type StaffList, type StaffListAction } from './staff-list.ts';

export function consoleJobs(app: App): JobDefinition[] {
  return [
    {
      name: BULK_JOB,
      expire_s: 3_600,
      // an outage of hours: a run goes on where it was
      retries: 13,
      run: (payload, stopping) => carryOutBulk(app, (payload as { run_id: number }).run_id, stopping),
    },
  ];
}

export const BULK_JOB = 'console.bulk';
const RESULTS_SHOWN = 200;

export interface BulkInput {
  list: string;
  action: string;
  reason: string;
  /** Rows by name; empty: all that match the query. */
  ids: readonly string[];
  query: string;
}

/** How many rows an action would reach. @throws AppError 403; 404; code 1 for more than can be done at once */
export async function previewBulk(ctx: Ctx, input: BulkInput): Promise<{ count: number }> {
  const { list } = chosen(ctx, input);
  if (input.ids.length > 0) return { count: new Set(input.ids).size };
  const query = await readQuery(ctx, list, input.query);
  const count = await queried(() => countKeyset(ctx.db, list.source, query, BULK_MOST), list.filters);
  return { count: bounded(count) };
}

/**
 * Starts an action on many rows as a job. The rows are fixed here: what comes to match later is not touched, and when it is not the number
 * that was previewed nothing begins. One audit row says what was started; every row's verb writes its own.
 * @returns the run's id
 * @throws AppError 403; 404; code 1; 409 when another number of rows matches by now
 */
export async function startBulk(ctx: Ctx, input: BulkInput & { expected: number }): Promise<{ id: number }> {
  const { list, action, staff_id } = chosen(ctx, input);
  const reason = plainText(input.reason);
  if (action.needs_reason && reason === '') throw invalid({ reason: '请填写原因' });
  const query = await readQuery(ctx, list, input.query);
  const id = await inTransaction(ctx, async (tx) => {
    const run = { list: list.key, action: action.name, reason, started_by: staff_id, created_at: tx.app.clock.now() };
    const made = await insertRun(tx.db, run);
    const targets = [...new Set(input.ids)];
    const count =
      targets.length > 0
        ? await insertTargets(tx.db, made, targets)
        : await queried(() => insertMatching(tx.db, made, list.source, query, BULK_MOST + 1), list.filters);
    bounded(count);
    if (count !== input.expected) throw conflict(`符合条件的内容有变化，现在是 ${count} 项，请重新确认`, { count });
    await recordAudit(tx, 'list.bulk', `list:${list.key}`, { action: action.name, count, query: input.query, reason });
    await tx.app.jobs.send(BULK_JOB, { run_id: made }, { singleton_key: `${BULK_JOB}.${made}` }, tx.db);
    return made;
  });
  return { id };
}

/** How far a run of the caller's own is. @throws AppError 404 for somebody else's */
export async function bulkRun(ctx: Ctx, id: number): Promise<BulkRun> {
  const staff_id = requireVerb(ctx, 'list.use');
  const run = await findRun(ctx.db, id);
  if (!run || run.started_by !== staff_id) throw notFound('没有这个批量任务');
  const [counts, results] = await Promise.all([countTargets(ctx.db, id), findResults(ctx.db, id, RESULTS_SHOWN)]);
  return {
    id,
    list: run.list,
    action_title: actionOf(run.list, run.action)?.title ?? run.action,
    status: run.status === 'done' ? 'done' : 'running',
    ...counts,
    results: results.map(({ target, status, message }) => ({ target, ok: status === 'done', message })),
  };
}

/**
 * Carries a run out, row by row, as who started it and with the roles that they have now. A row and its result are one commit, so that a run
 * that was interrupted goes on where it was.
 */
export async function carryOutBulk(app: App, run_id: number, stopping: AbortSignal): Promise<void> {
  const machine = createCtx(app, { kind: 'job', name: BULK_JOB }, `bulk-${run_id}`);
  const run = await findRun(app.db, run_id);
  if (!run || run.status === 'done') return;
  const action = actionOf(run.list, run.action);
  for (;;) {
    stopping.throwIfAborted();
    const roles = await rolesNow(machine, run.started_by);
    const actor = { kind: 'user', user_id: run.started_by, token_id: 0, roles: roles ?? [], address: '' } as const;
    const ctx = actingAs(machine, { ...actor, roles: [...actor.roles] });
    const more = await inTransaction(ctx, async (tx) => {
      const row = await takeTarget(tx.db, run_id);
      if (!row) return false;
      const result = await resultOf(ctx, action, row.target, run.reason, (work) => inSavepoint(tx, work));
      await markTarget(tx.db, run_id, row.place, result.ok ? 'done' : 'failed', result.message);
      return true;
    });
    if (!more) break;
  }
  await finishRun(app.db, run_id, app.clock.now());
}

type Attempt = (work: (tx: Parameters<StaffListAction['run']>[0]) => Promise<void>) => Promise<void>;

/** What the verb says when it fails for a reason of its own. */
const BROKEN_TEXT = '处理时出错，已记录，请稍后对这一项重试';

/**
 * What waits for a second person is done as far as this run goes. What the verb refuses is the row's result, and so is a fault of one row;
 * without a database the attempt of the job ends.
 */
async function resultOf(
  ctx: Ctx,
  action: StaffListAction | null,
  target: string,
  reason: string,
  attempt: Attempt,
): Promise<{ ok: boolean; message: string }> {
  try {
    if (!action || !can(ctx.actor, action.verb)) throw forbidden('启动者已没有这项权限');
    await attempt((tx) => action.run(tx, target, reason));
    return { ok: true, message: '' };
  } catch (error) {
    if (error instanceof AppError) return { ok: error.status === ASKED_SECOND_STATUS, message: error.message };
    // two that waited for each other: the transaction is tried again
    if (isDatabaseUnavailable(error) || sqlState(error)?.startsWith('40')) throw error;
    ctx.log.error({ err: error, target }, 'a row of a bulk run failed');
    return { ok: false, message: BROKEN_TEXT };
  }
}

function chosen(ctx: Ctx, input: BulkInput): { list: StaffList; action: StaffListAction; staff_id: number } {
  const staff_id = requireVerb(ctx, 'list.use');
  const list = listFor(ctx, input.list);
  const action = list.actions.find(({ name }) => name === input.action);
  if (!action) throw invalid({ action: '操作无效' });
  requireVerb(ctx, action.verb);
  return { list, action, staff_id };
}

function actionOf(list: string, action: string): StaffListAction | null {
  return (
    allStaffLists()
      .find(({ key }) => key === list)
      ?.actions.find(({ name }) => name === action) ?? null
  );
}

function bounded(count: number): number {
  if (count === 0) throw invalid({ ids: '没有符合条件的内容' });
  if (count > BULK_MOST) throw invalid({ ids: `一次最多处理 ${BULK_MOST} 项，请缩小范围` });
  return count;
}
