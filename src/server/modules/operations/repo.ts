import type { Queryable } from '../../db/pool.ts';
import type { SlowStatement } from '../../db/slow-statements.ts';
import { statement } from '../../db/statement.ts';
import type { ProcessFigures } from './samples.ts';
import type { backup_runs } from './tables.ts';

export type BackupRow = typeof backup_runs.$inferSelect;
export type RunSort = 'backup' | 'rehearsal';

const addSample = statement('operations_add_sample', 'insert into process_samples (process, at, figures, slow) values ($1, $2, $3, $4)');

export async function insertSample(
  db: Queryable,
  { process, at, figures, slow }: { process: string; at: Date; figures: ProcessFigures; slow: readonly SlowStatement[] },
): Promise<void> {
  await addSample(db, [process, at, JSON.stringify(figures), JSON.stringify(slow)]);
}

export interface SampleRow {
  process: string;
  at: Date;
  figures: ProcessFigures;
}

const samples = statement<SampleRow>('operations_samples', 'select process, at, figures from process_samples where at >= $1 order by at');

export const findSamples = (db: Queryable, since: Date): Promise<SampleRow[]> => samples(db, [since]);

const slow = statement<{ slow: SlowStatement[] }>(
  'operations_slow',
  'select distinct on (process) slow from process_samples where at >= $1 order by process, at desc, id desc',
);

/** Slow statements of each process that reported lately. */
export async function findSlow(db: Queryable, since: Date): Promise<SlowStatement[][]> {
  return (await slow(db, [since])).map((row) => row.slow);
}

const forget = statement('operations_forget_samples', 'delete from process_samples where at < $1');

export async function deleteSamples(db: Queryable, before: Date): Promise<void> {
  await forget(db, [before]);
}

const endLost = statement(
  'operations_end_lost',
  `update backup_runs set status = 'failed', fault = '进程中断，没有完成', ended_at = $1 where status = 'running'`,
);

/** Runs of processes that are gone. Only while holding the lock of runs. */
export async function endLostRuns(db: Queryable, now: Date): Promise<void> {
  await endLost(db, [now]);
}

const begin = statement<{ id: number }>(
  'operations_begin_run',
  'insert into backup_runs (sort, archive, machine, asked_by, started_at) values ($1, $2, $3, $4, $5) returning id',
);

export async function beginRun(
  db: Queryable,
  { sort, archive, machine, asked_by, now }: { sort: RunSort; archive: string; machine: string; asked_by: number | null; now: Date },
): Promise<number> {
  return (await begin(db, [sort, archive, machine, asked_by, now]))[0]?.id ?? 0;
}

const finish = statement(
  'operations_end_run',
  `update backup_runs set status = $2, bytes = $3, rows_num = $4, files_num = $5, note = $6, fault = $7, ended_at = $8 where id = $1`,
);

export interface RunEnd {
  bytes?: number;
  rows?: number;
  files?: number;
  note?: string;
  /** '': it was done. */
  fault: string;
}

export async function endRun(
  db: Queryable,
  id: number,
  { bytes = 0, rows = 0, files = 0, note = '', fault }: RunEnd,
  now: Date,
): Promise<void> {
  await finish(db, [id, fault === '' ? 'done' : 'failed', bytes, rows, files, note, fault, now]);
}

const newest = statement<BackupRow>('operations_newest_runs', 'select * from backup_runs order by started_at desc, id desc limit $1');

export const findRuns = (db: Queryable, limit: number): Promise<BackupRow[]> => newest(db, [limit]);

const lastDone = statement<BackupRow>(
  'operations_last_done',
  `select * from backup_runs where sort = $1 and status = 'done' order by started_at desc, id desc limit 1`,
);

export async function findLastDone(db: Queryable, sort: RunSort): Promise<BackupRow | null> {
  return (await lastDone(db, [sort]))[0] ?? null;
}

const last = statement<BackupRow>(
  'operations_last_run',
  `select * from backup_runs where sort = $1 and status <> 'running' order by started_at desc, id desc limit 1`,
);

/** The newest that ended, however it ended. */
export async function findLastEnded(db: Queryable, sort: RunSort): Promise<BackupRow | null> {
  return (await last(db, [sort]))[0] ?? null;
}

const server = statement<{ version: string }>('operations_server', `select current_setting('server_version') as version`);

export async function findServerVersion(db: Queryable): Promise<string> {
  return (await server(db, []))[0]?.version ?? '';
}
