import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { backup } from '../../backup/backup.ts';
import { rehearse } from '../../backup/rehearse.ts';
import type { Config } from '../../config/config.ts';
import { holdLock } from '../../db/hold-lock.ts';
import { openPool, type Queryable } from '../../db/pool.ts';
import { conflict, StartError } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { getSetting } from '../settings/index.ts';
import { proveLedger } from '../wallet/index.ts';
import { diskOf } from './machine.ts';
import { type BackupRow, beginRun, endLostRuns, endRun, findLastDone, findLastEnded, findRuns, type RunEnd, type RunSort } from './repo.ts';
import { archiveName, archivesOf, gbText, isBackupDue, isRehearsalDue, ROOM_FACTOR } from './rules.ts';
import { backupHour, backupKeep, rehearseDays } from './settings.ts';

/** What an archive lacks where files lie in a bucket, and the command that brings them. */
export const BUCKET_LEFT_OUT = '文件在对象存储中，不在备份里（备份里有数据库、密钥与未传完的上传）';
export const BUCKET_TODO =
  '连同文件一起备份：DATA_DIR=另一个文件夹 node_modules/.bin/node src/cli.ts storage move --to local，每次只取回新增的；或为存储桶开启版本控制与跨地域复制';

/** One backup or rehearsal at a time over all processes. */
const LOCK = 7_203_662;
export const BACKUP_JOB = 'operations.backup';
export const REHEARSAL_JOB = 'operations.rehearsal';
const JOB_OF: Record<RunSort, string> = { backup: BACKUP_JOB, rehearsal: REHEARSAL_JOB };

/** Where archives go: BACKUP_DIR, else a folder beside the data, which is better than none. */
export const backupFolder = ({ backup_dir, data_dir }: Config): string => backup_dir ?? join(data_dir, 'backups');

/**
 * Staff want a backup or a rehearsal now: it begins in the background, and its row records the outcome.
 * @throws AppError 403, 409 while one runs
 */
export async function startRun(ctx: Ctx, sort: RunSort): Promise<void> {
  const asked_by = requireVerb(ctx, 'system.act');
  const release = await holdLock(ctx.app.database_url, LOCK);
  if (!release) throw conflict('已有备份或演练正在进行，请稍后再试');
  await release();
  await inTransaction(ctx, async (tx) => {
    await recordAudit(tx, `system.${sort}`, 'system', {});
    await ctx.app.jobs.send(JOB_OF[sort], { asked_by }, { singleton_key: 'asked' }, tx.db);
  });
}

/** Makes the backup that is due, and rehearses it when that is due too. Called every hour; does nothing without BACKUP_DIR. */
export async function backUpOnTime(ctx: Ctx): Promise<void> {
  if (ctx.app.config.backup_dir === null) return;
  const last = await findLastDone(ctx.db, 'backup');
  if (!isBackupDue(ctx.app.clock.now(), await getSetting(ctx, backupHour), last?.started_at ?? null)) return;
  if (!(await makeBackup(ctx, null))) return;
  const rehearsed = await findLastDone(ctx.db, 'rehearsal');
  if (isRehearsalDue(ctx.app.clock.now(), await getSetting(ctx, rehearseDays), rehearsed?.started_at ?? null))
    await makeRehearsal(ctx, null);
}

/**
 * Writes an archive and removes those beyond the retention. A failure is a row and a line of the log, never an exception: the next hour retries.
 * False: it failed, or another process is at it.
 */
export function makeBackup(ctx: Ctx, asked_by: number | null): Promise<boolean> {
  const archive = archiveName(ctx.app.clock.now());
  return run(ctx, 'backup', archive, asked_by, async () => {
    const { config } = ctx.app;
    const folder = readyFolder(config);
    await refuseWithoutRoom(folder, (await findLastDone(ctx.db, 'backup'))?.bytes ?? 0);
    const { rows, files, bytes, tables } = await backup(ctx.app.database_url, config.data_dir, join(folder, archive));
    const keep = await getSetting(ctx, backupKeep);
    for (const old of archivesOf(readdirSync(folder)).slice(keep)) await rm(join(folder, old), { force: true });
    return { bytes, rows, files, note: `${tables} 张表`, fault: '' };
  });
}

/** Restores the newest archive beside the site, counts it, proves its ledger, and throws the copy away. As `makeBackup` otherwise. */
export function makeRehearsal(ctx: Ctx, asked_by: number | null): Promise<boolean> {
  const folder = backupFolder(ctx.app.config);
  const archive = newestArchive(folder) ?? '';
  return run(ctx, 'rehearsal', archive, asked_by, async () => {
    if (archive === '') throw new StartError('还没有备份可以演练');
    const { size } = statSync(join(folder, archive));
    await refuseWithoutRoom(folder, size);
    const { tables, rows, files, main } = await rehearse(ctx.app.database_url, folder, join(folder, archive), (url) =>
      checkLedger(ctx, url),
    );
    const counts = `用户 ${main.users}、作品 ${main.items}、订单 ${main.orders}、权益 ${main.grants}、账目 ${main.ledger_entries}`;
    return { bytes: size, rows, files, note: `${tables} 张表行数一致；${counts}；账本相符`, fault: '' };
  });
}

/** Under the lock of runs, recorded in a row from its beginning. */
async function run(ctx: Ctx, sort: RunSort, archive: string, asked_by: number | null, work: () => Promise<RunEnd>): Promise<boolean> {
  const { app } = ctx;
  const release = await holdLock(app.database_url, LOCK);
  if (!release) return false;
  try {
    await endLostRuns(ctx.db, app.clock.now());
    const id = await beginRun(ctx.db, { sort, archive, machine: hostname(), asked_by, now: app.clock.now() });
    const end = await work().catch((error: unknown): RunEnd => {
      app.log.error({ err: error, sort }, 'a backup or its rehearsal failed');
      return { fault: faultText(error) };
    });
    await endRun(ctx.db, id, end, app.clock.now());
    return end.fault === '';
  } finally {
    await release();
  }
}

/** What an operator reads; the log has the rest. */
const faultText = (error: unknown): string =>
  (error instanceof StartError ? error.message : `程序出错：${(error as Error).message}`).slice(0, 300);

/** A folder of ours is made; one that the operator named is not: it may be a disk that is not mounted. */
function readyFolder(config: Config): string {
  const folder = backupFolder(config);
  if (config.backup_dir === null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (!existsSync(folder)) throw new StartError(`BACKUP_DIR 所指的文件夹 ${folder} 不存在：请建立它，或检查磁盘是否已挂载`);
  return folder;
}

async function refuseWithoutRoom(folder: string, last_bytes: number): Promise<void> {
  const disk = await diskOf(folder);
  const needed = last_bytes * ROOM_FACTOR;
  if (disk && disk.free_bytes < needed)
    throw new StartError(`磁盘空间不足：${folder} 只剩 ${gbText(disk.free_bytes)}，至少需要 ${gbText(needed)}（最近一份备份的两倍）`);
}

async function checkLedger(ctx: Ctx, url: string): Promise<void> {
  const pool = openPool(url, 2, ctx.app.log);
  try {
    const { ok, faults } = await proveLedger({ ...ctx, db: pool.db });
    if (!ok) throw new StartError(`备份中的账本有 ${faults.length} 处不符：${faults[0]?.fault ?? ''} ${faults[0]?.subject ?? ''}`);
  } finally {
    await pool.close();
  }
}

/** File name of the newest archive in a folder, or null. */
function newestArchive(folder: string): string | null {
  try {
    return archivesOf(readdirSync(folder))[0] ?? null;
  } catch {
    return null;
  }
}

/** The newest good one, or null. */
export const lastBackup = (db: Queryable): Promise<BackupRow | null> => findLastDone(db, 'backup');

const RUNS_SHOWN = 14;

export interface BackupState {
  runs: BackupRow[];
  last_done: BackupRow | null;
  last_rehearsal: BackupRow | null;
  /** Why the newest failed; '': it did not. */
  fault: string;
  rehearsal_fault: string;
}

/** How backups went lately. */
export async function backupState({ db }: Ctx): Promise<BackupState> {
  const [runs, last_done, last_rehearsal, ended, rehearsed] = await Promise.all([
    findRuns(db, RUNS_SHOWN),
    findLastDone(db, 'backup'),
    findLastDone(db, 'rehearsal'),
    findLastEnded(db, 'backup'),
    findLastEnded(db, 'rehearsal'),
  ]);
  return { runs, last_done, last_rehearsal, fault: ended?.fault ?? '', rehearsal_fault: rehearsed?.fault ?? '' };
}
