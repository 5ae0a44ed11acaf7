import { statSync } from 'node:fs';
import { BACKUP_SORTS, BACKUP_STATES, type BackupRun, type SystemFacts, type SystemTable } from '#contract/operations.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { siteVersion } from '../../kernel/edition.ts';
import { CSV_START, csvLine, csvTime } from '../../modules/console/index.ts';
import {
  type BackupRow,
  BUCKET_LEFT_OUT,
  BUCKET_TODO,
  backupFolder,
  backupHour,
  backupKeep,
  backupState,
  CERTIFICATE_DAYS_MIN,
  daysUntil,
  isDiskLow,
  monthParts,
  rehearseDays,
  samplesSince,
  serverVersion,
  slowStatements,
  warningsOf,
  watched,
} from '../../modules/operations/index.ts';
import { getSetting } from '../../modules/settings/index.ts';
import { beforeOpening } from './before-opening.ts';
import { systemCharts } from './system-charts.ts';

const DAY_MS = 86_400_000;
/** A process that reported nothing for so long is gone. */
const GONE_MS = 10 * 60_000;

/** How the machines are: the last 24 hours, disks, certificate, backups, versions, slow statements. @throws AppError 403 */
export async function systemFacts(ctx: Ctx): Promise<SystemFacts> {
  requireVerb(ctx, 'system.see');
  const { config, clock } = ctx.app;
  const now = clock.now();
  const lately = new Date(now.getTime() - GONE_MS);
  const [samples, slow, looked, backup, database, hour, keep, rehearse_days, parts] = await Promise.all([
    samplesSince(ctx, new Date(now.getTime() - DAY_MS)),
    slowStatements(ctx, lately),
    watched(ctx),
    backupState(ctx),
    serverVersion(ctx),
    getSetting(ctx, backupHour),
    getSetting(ctx, backupKeep),
    getSetting(ctx, rehearseDays),
    monthParts(ctx),
  ]);
  const days = looked.certificate?.ends_at ? daysUntil(looked.certificate.ends_at, now) : null;
  const folder = backupFolder(config);
  return {
    versions: { site: siteVersion(), node: process.versions.node, database },
    processes: new Set(samples.filter(({ at }) => at >= lately).map((sample) => sample.process)).size,
    warnings: warningsOf(looked),
    opening: await beforeOpening(ctx, looked, backup),
    disks: looked.disks.map((disk) => ({ ...disk, low: isDiskLow(disk) })),
    certificate: looked.certificate && {
      days,
      ends_at: looked.certificate.ends_at ? unixSeconds(looked.certificate.ends_at) : 0,
      low: days !== null && days < CERTIFICATE_DAYS_MIN,
      fault: looked.certificate.fault,
    },
    backup: {
      scheduled: config.backup_dir !== null,
      folder,
      same_disk: config.backup_dir === null || sameDisk(folder, config.data_dir),
      left_out: config.storage === 's3' ? `${BUCKET_LEFT_OUT}。${BUCKET_TODO}` : '',
      hour,
      keep,
      rehearse_days,
      done_at: backup.last_done ? unixSeconds(backup.last_done.started_at) : 0,
      rehearsed_at: backup.last_rehearsal ? unixSeconds(backup.last_rehearsal.started_at) : 0,
      runs: backup.runs.map(shownRun),
    },
    charts: systemCharts(samples, now),
    parts: parts.map(({ title, name, rows, bytes, tablespace, over, ahead }) => ({ title, name, rows, bytes, tablespace, over, ahead })),
    slow,
  };
}

function shownRun({ id, sort, status, archive, machine, bytes, note, fault, asked_by, started_at, ended_at }: BackupRow): BackupRun {
  return {
    id,
    sort: sort as BackupRun['sort'],
    status: status as BackupRun['status'],
    archive,
    machine,
    bytes,
    note,
    fault,
    asked: asked_by !== null,
    started_at: unixSeconds(new Date(started_at)),
    ended_at: ended_at ? unixSeconds(new Date(ended_at)) : 0,
  };
}

/** What cannot be asked counts as another: its absence is reported elsewhere. */
function sameDisk(one: string, other: string): boolean {
  try {
    return statSync(one).dev === statSync(other).dev;
  } catch {
    return false;
  }
}

type Line = Parameters<typeof csvLine>[0];

/** One table of the screen of the machines. @throws AppError 403 */
export async function systemCsv(ctx: Ctx, table: SystemTable): Promise<string> {
  const { backup, slow } = await systemFacts(ctx);
  const lines: Record<SystemTable, () => Line[]> = {
    backups: () => [
      ['开始', '结束', '事项', '结果', '字节', '文件', '机器', '说明'],
      ...backup.runs.map(({ started_at, ended_at, sort, status, bytes, archive, machine, fault, note }) => [
        ...[csvTime(started_at), csvTime(ended_at), BACKUP_SORTS[sort], BACKUP_STATES[status], bytes, archive, machine, fault || note],
      ]),
    ],
    slow: () => [
      ['语句', '次数', '平均（毫秒）', '最长（毫秒）'],
      ...slow.map(({ text, times, mean_ms, max_ms }) => [text, times, mean_ms, max_ms]),
    ],
  };
  return CSV_START + lines[table]().map(csvLine).join('');
}
