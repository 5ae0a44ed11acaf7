import type { z } from 'zod';
import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import type { workbenchCalls } from '#contract/workbench/calls.ts';
import { byUrgency, PLANNER_MAX, type PlannerEntry } from '#contract/workbench.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import {
  countEntries,
  deleteEntry,
  type EntryRecord,
  findEntries,
  findEntry,
  forgetOf,
  insertEntry,
  lockPlanner,
  updateEntry,
} from './repo.ts';
import { remindedSoFar } from './rules.ts';

const GONE = '这条待办不存在或已删除';

export type EntryInput = z.output<typeof workbenchCalls.post_entry.input>;

function entryDto({ id, title, note, at, all_day, done_at, link }: EntryRecord): PlannerEntry {
  return { id, title, note, at: at ? unixSeconds(at) : 0, all_day: all_day ? 1 : 0, done: done_at ? 1 : 0, link };
}

/** The signed-in user's own, the newest first. */
export async function plannerEntries(ctx: Ctx): Promise<PlannerEntry[]> {
  return (await findEntries(ctx.db, requireUser(ctx), PLANNER_MAX.entries)).map(entryDto);
}

/** The beginning of a day in Shanghai, of any instant of it. */
const dayStart = (at: Date): Date => new Date(`${shanghaiDay(at)}T00:00:00+08:00`);

/**
 * Keeps a task or a date of one's own; another time brings another message. @throws AppError code 1 for wrong fields, 404 for those of others, 409
 * beyond 500
 */
export async function saveEntry(ctx: Ctx, input: EntryInput): Promise<PlannerEntry> {
  const user_id = requireUser(ctx);
  const title = plainText(input.title).replaceAll('\n', ' ');
  if (title === '') throw invalid({ title: '请填写要做什么' });
  if (input.link !== '' && !/^\/(?![/\\])/.test(input.link)) throw invalid({ link: '只能关联本站的页面' });
  const given = input.at === 0 ? null : new Date(input.at * 1_000);
  const at = given && input.all_day ? dayStart(given) : given;
  const now = ctx.app.clock.now();
  const all_day = at !== null && input.all_day;
  const values = { title, note: plainText(input.note), at, all_day, link: input.link, updated_at: now };
  return inTransaction(ctx, async (tx) => {
    await lockPlanner(tx.db, user_id);
    if (input.id === 0) {
      if ((await countEntries(tx.db, user_id)) >= PLANNER_MAX.entries) throw conflict(`最多保存 ${PLANNER_MAX.entries} 条，请先删除一些`);
      return entryDto(await insertEntry(tx.db, { ...values, user_id, reminded: remindedSoFar(at, all_day, now), created_at: now }));
    }
    const before = await findEntry(tx.db, user_id, input.id);
    if (!before) throw notFound(GONE);
    const moved = before.at?.getTime() !== at?.getTime() || before.all_day !== all_day;
    const row = await updateEntry(tx.db, user_id, input.id, { ...values, ...(moved ? { reminded: remindedSoFar(at, all_day, now) } : {}) });
    if (!row) throw notFound(GONE);
    return entryDto(row);
  });
}

/** Ticks an entry off, or takes that back. @throws AppError 404 for those of others */
export async function setEntryDone(ctx: Ctx, id: number, done: boolean): Promise<PlannerEntry> {
  const now = ctx.app.clock.now();
  const row = await updateEntry(ctx.db, requireUser(ctx), id, { done_at: done ? now : null, updated_at: now });
  if (!row) throw notFound(GONE);
  return entryDto(row);
}

/** @throws AppError 404 for those of others */
export async function removeEntry(ctx: Ctx, id: number): Promise<void> {
  if (!(await deleteEntry(ctx.db, requireUser(ctx), id))) throw notFound(GONE);
}

/** Erases the planner data of an account that ends. Idempotent. */
export async function forgetPlanner(tx: TxCtx, user_id: number): Promise<void> {
  await forgetOf(tx.db, user_id);
}

/** Gives what of one area a user has on their board: bounded, read only, each key once. */
export type WorkbenchSource = (ctx: Ctx, user_id: number) => Promise<readonly WorkbenchEntry[]>;

const known = new Map<string, WorkbenchSource>();

/** Hands an area's part of the board over; called by the wiring, and by tests. @returns what takes it away again */
export function registerWorkbench(name: string, source: WorkbenchSource): () => void {
  known.set(name, source);
  return () => known.delete(name);
}

/** All that the user has going on in every area, the most urgent first. @throws AppError code 2 for visitors */
export async function workbenchOf(ctx: Ctx): Promise<WorkbenchEntry[]> {
  const user_id = requireUser(ctx);
  const found: WorkbenchEntry[] = [];
  for (const source of known.values()) found.push(...(await source(ctx, user_id)));
  return found.toSorted(byUrgency);
}
