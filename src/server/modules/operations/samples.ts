import type { Ctx } from '../../app/ctx.ts';
import type { SlowStatement } from '../../db/slow-statements.ts';
import { failingDeliveries } from '../notices/index.ts';
import { backupFolder, backupState } from './backups.ts';
import { diskOf, siteCertificate } from './machine.ts';
import { deleteSamples, findSamples, findSlow, insertSample, type SampleRow } from './repo.ts';
import { STALLS_MS, type Watched, warningsOf } from './rules.ts';

/** What of disks, certificate, backups and messages is looked at, as it is now. */
export async function watched(ctx: Ctx): Promise<Watched> {
  const { config, clock } = ctx.app;
  const places = [
    { title: '数据目录', folder: config.data_dir },
    ...(config.backup_dir === null ? [] : [{ title: '备份文件夹', folder: backupFolder(config) }]),
  ];
  const [disks, certificate, backup, undelivered, stalls] = await Promise.all([
    Promise.all(places.map(async ({ title, folder }) => ({ title, disk: await diskOf(folder) }))),
    siteCertificate(ctx.app),
    backupState(ctx),
    failingDeliveries(ctx),
    stallsSince(ctx, new Date(clock.now().getTime() - STALLS_MS)),
  ]);
  return {
    now: clock.now(),
    disks: disks.flatMap(({ title, disk }) => (disk ? [{ title, ...disk }] : [])),
    certificate,
    backup: {
      scheduled: config.backup_dir !== null,
      needed: !config.local,
      last_done: backup.last_done?.started_at ?? null,
      fault: backup.fault,
      rehearsal_fault: backup.rehearsal_fault,
    },
    undelivered,
    stalls,
  };
}

/** What an operator should look into, a sentence each. */
export async function systemWarnings(ctx: Ctx): Promise<string[]> {
  return warningsOf(await watched(ctx));
}

/** The same for those who read it outside the console: why a message did not go out may name its reader. */
export async function outsideWarnings(ctx: Ctx): Promise<string[]> {
  const looked = await watched(ctx);
  return warningsOf({ ...looked, undelivered: { ...looked.undelivered, failure: '' } });
}

/** Upper ends of the classes of times in milliseconds; one more class holds what took longer. */
export const TIME_CLASSES_MS = [2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 500, 1_000, 2_000, 5_000, 10_000] as const;

export interface AreaFigures {
  count: number;
  /** Answers with 5xx. */
  errors: number;
  /** Answers by class of time, see TIME_CLASSES_MS. */
  times: number[];
}

/** A turn of the event loop in which nothing else ran. */
export interface LoopStall {
  ms: number;
  /** Requests that were under way in it; none: work of the process itself. */
  calls: string[];
}

/** What one process did since its last sample. */
export interface ProcessFigures {
  seconds: number;
  /** gateway, page, picture, film. */
  areas: Record<string, AreaFigures>;
  /** Answers of the page cache. */
  cache: { hit: number; stale: number; miss: number };
  /** Delay of the event loop that 99 of 100 looks stayed below. */
  loop_p99_ms: number;
  /** The longest turns of the event loop; rows of former versions have none. */
  stalls?: LoopStall[];
  memory_mb: number;
  pool: { open: number; idle: number /** The most callers that waited for a connection. */; waiting: number };
}

const KEPT_MS = 14 * 86_400_000;
const SLOW_SHOWN = 20;

export async function keepSample(
  ctx: Ctx,
  sample: { process: string; figures: ProcessFigures; slow: readonly SlowStatement[] },
): Promise<void> {
  await insertSample(ctx.db, { ...sample, at: ctx.app.clock.now() });
}

/** Samples of all processes since then, the oldest first. */
export function samplesSince(ctx: Ctx, since: Date): Promise<SampleRow[]> {
  return findSamples(ctx.db, since);
}

/** Slow statements of the processes that reported since then, the most expensive first; those of several added up. */
export async function slowStatements(ctx: Ctx, since: Date): Promise<SlowStatement[]> {
  const all = new Map<string, SlowStatement>();
  for (const one of (await findSlow(ctx.db, since)).flat()) {
    const known = all.get(one.text);
    if (!known) {
      all.set(one.text, one);
      continue;
    }
    const times = known.times + one.times;
    all.set(one.text, {
      text: one.text,
      times,
      mean_ms: Math.round((known.mean_ms * known.times + one.mean_ms * one.times) / times),
      max_ms: Math.max(known.max_ms, one.max_ms),
    });
  }
  return [...all.values()].toSorted((a, b) => b.mean_ms * b.times - a.mean_ms * a.times).slice(0, SLOW_SHOWN);
}

export async function forgetSamples(ctx: Ctx): Promise<void> {
  await deleteSamples(ctx.db, new Date(ctx.app.clock.now().getTime() - KEPT_MS));
}

const NO_CALL = '后台任务';

/** The longest stall of each call since then, the longest first. */
export async function stallsSince(ctx: Ctx, since: Date): Promise<Array<{ ms: number; call: string }>> {
  const longest = new Map<string, number>();
  for (const { figures } of await findSamples(ctx.db, since)) {
    for (const { ms, calls } of figures.stalls ?? []) {
      const call = calls.join('、') || NO_CALL;
      longest.set(call, Math.max(ms, longest.get(call) ?? 0));
    }
  }
  return [...longest].map(([call, ms]) => ({ ms, call })).toSorted((one, other) => other.ms - one.ms);
}

/** The time that `share` of the answers stayed below, interpolated within its class; null without answers. */
export function quantile(times: readonly number[], share: number): number | null {
  const total = times.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  let before = 0;
  for (let at = 0; at < times.length; at++) {
    const n = times[at] ?? 0;
    if (n > 0 && before + n >= share * total) {
      const from = at === 0 ? 0 : (TIME_CLASSES_MS[at - 1] ?? 0);
      const to = TIME_CLASSES_MS[at] ?? from;
      return from + ((to - from) * (share * total - before)) / n;
    }
    before += n;
  }
  return TIME_CLASSES_MS.at(-1) ?? null;
}
