import type { ClaimedTask, TaskRow } from '#contract/outputs/points.ts';
import { HELD_HOURS, type TaskPeriod, type TaskState } from '#contract/task.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { rowByRow } from '../../app/timed-job.ts';
import { assert } from '../../kernel/assert.ts';
import { shanghaiDay, shanghaiDayEnd, unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { sendNotices } from '../notices/index.ts';
import { grantPoints } from '../points/index.ts';
import { giveCards } from '../signin/index.ts';
import {
  type ClaimRecord,
  endClaim,
  findActsUsed,
  findClaims,
  findDueClaims,
  findShownTasks,
  findTask,
  lockClaims,
  lockHeldClaim,
  type TaskRecord,
  upsertClaim,
} from './repo.ts';

/** Something people do that a task may ask for. Who knows of it answers; the task keeps nothing of its own. */
export interface TaskEvent {
  name: string;
  /** For staff, who choose it. */
  title: string;
  /** An order counts by what was paid for it and not given back; everything else is done without money. */
  earned_by: 'act' | 'payment';
  /** It can be taken back, so its reward waits and is dropped with it. */
  undoable: boolean;
  /** Names of what the user did in this time (`from` null: ever), at most `most`. */
  acts(ctx: Ctx, user_id: number, range: { from: Date | null; to: Date }, most: number): Promise<string[]>;
  /** Of an undoable one: which of these acts still stand. */
  standing?(ctx: Ctx, user_id: number, acts: readonly string[]): Promise<string[]>;
  /** Its reward comes by itself, elsewhere: whether it came. A task of it is shown and not claimed. */
  rewarded?(ctx: Ctx, user_id: number): Promise<boolean>;
}

const known = new Map<string, TaskEvent>();

/** Called by the wiring, and by tests. @returns what takes it away again */
export function registerTaskEvent(event: TaskEvent): () => void {
  assert(!known.has(event.name), `the task event ${event.name} is registered twice`);
  assert(
    event.undoable === (event.standing !== undefined),
    `the task event ${event.name} must say what stands exactly when it can be undone`,
  );
  known.set(event.name, event);
  return () => known.delete(event.name);
}

export function findTaskEvent(name: string): TaskEvent | null {
  return known.get(name) ?? null;
}

/** What staff may choose. */
export function taskEvents(): Array<{ name: string; title: string }> {
  return [...known.values()].map(({ name, title }) => ({ name, title }));
}

const DAY_MS = 86_400_000;
const HELD_MS = HELD_HOURS * 3_600_000;
/** Acts that are looked through for those that no claim counted. */
const ACTS_MOST = 200;
const BATCH = 500;

const periodOf = ({ period }: Pick<TaskRecord, 'period'>, now: Date): string => (period === 'once' ? 'once' : shanghaiDay(now));

function rangeOf({ period }: Pick<TaskRecord, 'period'>, now: Date) {
  return { from: period === 'once' ? null : new Date(shanghaiDayEnd(now).getTime() - DAY_MS), to: new Date(now.getTime() + 1) };
}

/** What the user did for the task in this period and no claim counted, at most as often as it asks for. */
async function freshActs(ctx: Ctx, user_id: number, task: TaskRecord, event: TaskEvent): Promise<string[]> {
  const acts = await event.acts(ctx, user_id, rangeOf(task, ctx.app.clock.now()), ACTS_MOST);
  if (acts.length === 0) return [];
  const used = await findActsUsed(ctx.db, user_id, task.id, acts);
  return acts.filter((act) => !used.has(act)).slice(0, task.target);
}

/** The tasks that are offered now, with what the signed-in user did. Tasks whose event is unknown are left out. */
export async function taskList(ctx: Ctx): Promise<TaskRow[]> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const tasks = await findShownTasks(ctx.db);
  const claims = await findClaims(ctx.db, user_id, ['once', shanghaiDay(now)]);
  const rows: TaskRow[] = [];
  for (const task of tasks) {
    const event = findTaskEvent(task.event);
    if (!event) continue;
    const claim = claims.find(({ task_id, period }) => task_id === task.id && period === periodOf(task, now));
    rows.push(await rowOf(ctx, user_id, task, event, claim));
  }
  return rows;
}

async function rowOf(ctx: Ctx, user_id: number, task: TaskRecord, event: TaskEvent, claim: ClaimRecord | undefined): Promise<TaskRow> {
  const claimed = claim && claim.state !== 'dropped' ? claim : null;
  const elsewhere = event.rewarded ? await event.rewarded(ctx, user_id) : null;
  const over = claimed !== null || elsewhere === true;
  const done = over ? task.target : elsewhere === null ? (await freshActs(ctx, user_id, task, event)).length : 0;
  return {
    ...{ id: task.id, title: task.title, event: task.event, img: task.img, desc: task.about, link: task.link },
    ...{ period: task.period as TaskPeriod, integral: task.points, cards: task.cards, done, target: task.target },
    state: stateOf(claimed, elsewhere, done >= task.target),
    due_time: claimed?.state === 'held' ? unixSeconds(claimed.due_at) : 0,
    is_claimed_here: event.rewarded ? 0 : 1,
  };
}

function stateOf(claim: ClaimRecord | null, elsewhere: boolean | null, done: boolean): TaskState {
  if (elsewhere !== null) return elsewhere ? 'paid' : 'todo';
  if (claim) return claim.state === 'held' ? 'held' : 'paid';
  return done ? 'ready' : 'todo';
}

/**
 * Claims a task for its period, once however many ask at once. What can be undone is paid 24 hours later if it still stands. Each act counts
 * once for a task. Locks the person's claims, then their points.
 * @throws AppError 404, 409 when it is not done or was claimed
 */
export async function claimTask(ctx: Ctx, task_id: number): Promise<ClaimedTask> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockClaims(tx.db, user_id);
    const task = await findTask(tx.db, task_id);
    const event = task?.is_on ? findTaskEvent(task.event) : null;
    if (!task || !event || event.rewarded) throw notFound('任务不存在或已下线');
    const now = tx.app.clock.now();
    const period = periodOf(task, now);
    const before = (await findClaims(tx.db, user_id, [period])).find((claim) => claim.task_id === task.id);
    if (before && before.state !== 'dropped') throw conflict('该任务的奖励已领取');
    const acts = await freshActs(tx, user_id, task, event);
    if (acts.length < task.target) throw conflict('任务还没有完成');
    const { points, cards } = task;
    const due_at = event.undoable ? new Date(now.getTime() + HELD_MS) : now;
    const state = event.undoable ? 'held' : 'paid';
    const row = { user_id, task_id: task.id, period, state, event: event.name, acts, points, cards, due_at, created_at: now };
    const id = await upsertClaim(tx.db, { ...row, ended_at: event.undoable ? null : now });
    if (id === null) throw conflict('该任务的奖励已领取');
    if (!event.undoable) await pay(tx, { id, user_id, points, cards });
    return { state, integral: points, cards, due_time: event.undoable ? unixSeconds(due_at) : 0 };
  });
}

async function pay(
  tx: TxCtx,
  { id, user_id, points, cards }: { id: number; user_id: number; points: number; cards: number },
): Promise<void> {
  if (points > 0) await grantPoints(tx, { user_id, points, reason: 'task', key: `task:${id}` });
  if (cards > 0) await giveCards(tx, { user_id, cards, key: `task:${id}` });
}

/** Pays held rewards that are due, and drops those whose acts were undone. Repeating it is harmless; each is decided once. */
export async function payDueClaims(ctx: Ctx, stopping?: AbortSignal): Promise<{ paid: number; dropped: number }> {
  const result = { paid: 0, dropped: 0 };
  for (let after = 0; ; ) {
    const some = await findDueClaims(ctx.db, ctx.app.clock.now(), after, BATCH);
    const decide = async (id: number) => {
      const ended = await inTransaction(ctx, (tx) => decideClaim(tx, id));
      if (ended) result[ended] += 1;
    };
    await rowByRow(ctx, some, 'a claim was not decided', decide, stopping);
    if (some.length < BATCH) return result;
    after = some.at(-1) ?? after;
  }
}

async function tellDropped(tx: TxCtx, { id, user_id, task_id, points, due_at }: ClaimRecord): Promise<void> {
  const task = await findTask(tx.db, task_id);
  await sendNotices(tx, [user_id], {
    // claimed again, the claim is the same row with another time
    ...{ topic: 'points', key: `task:${id}:dropped:${unixSeconds(due_at)}`, href: '/integral/integralTask' },
    title: `任务奖励未发放：${task?.title ?? '积分任务'}`,
    content: `领取后 ${HELD_HOURS} 小时内撤销了对应的操作，${points > 0 ? `${points} 积分` : '奖励'}不再发放；重新完成后可以再次领取。`,
  });
}

async function decideClaim(tx: TxCtx, id: number): Promise<'paid' | 'dropped' | null> {
  const claim = await lockHeldClaim(tx.db, id);
  if (!claim) return null;
  const event = findTaskEvent(claim.event);
  const standing = event?.standing ? await event.standing(tx, claim.user_id, claim.acts) : [];
  const ended = standing.length === claim.acts.length ? 'paid' : 'dropped';
  await endClaim(tx.db, id, ended, tx.app.clock.now());
  if (ended === 'paid') await pay(tx, claim);
  else await tellDropped(tx, claim);
  return ended;
}
