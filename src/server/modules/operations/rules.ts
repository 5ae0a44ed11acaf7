import { dayStart } from '#contract/days.ts';
import { shanghaiDay } from '../../kernel/clock.ts';

const DAY_MS = 86_400_000;
const GB = 1024 ** 3;

/** Below one of these a disk is low. */
export const DISK_SHARE_MIN = 0.15;
export const DISK_FREE_MIN = 5 * GB;
/** Below this a renewal has failed already: certificates are renewed a month before they end. */
export const CERTIFICATE_DAYS_MIN = 21;
/** Two nights without a backup. */
export const BACKUP_AGE_MAX_MS = 49 * 3_600_000;
/** Free bytes that a backup needs, by the size of the last one. */
export const ROOM_FACTOR = 2;

export interface Disk {
  free_bytes: number;
  total_bytes: number;
}

export const isDiskLow = ({ free_bytes, total_bytes }: Disk): boolean =>
  free_bytes < DISK_FREE_MIN || free_bytes < total_bytes * DISK_SHARE_MIN;

/** Whole days until then; negative when it is over. */
export const daysUntil = (ends_at: Date, now: Date): number => Math.floor((ends_at.getTime() - now.getTime()) / DAY_MS);

/** The last time at which a backup should have begun: `hour` o'clock of today, or of yesterday before that. */
export function lastBackupTime(now: Date, hour: number): Date {
  const midnight = dayStart(shanghaiDay(now))?.getTime() ?? 0;
  const today = midnight + hour * 3_600_000;
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

/** Whether a backup is missing since that time. A failed one counts for nothing, so that the next hour retries. */
export const isBackupDue = (now: Date, hour: number, last_done: Date | null): boolean =>
  last_done === null || last_done < lastBackupTime(now, hour);

/** `days` 0: never by itself. A little less than whole days, because the hour of the backup is no exact time. */
export const isRehearsalDue = (now: Date, days: number, last_done: Date | null): boolean =>
  days > 0 && (last_done === null || now.getTime() - last_done.getTime() > days * DAY_MS - 6 * 3_600_000);

/** How long a stall is reported, from which length on, and how many of them. */
export const STALLS_MS = 3_600_000;
const STALL_SAID_MS = 200;
const STALLS_SAID = 3;

const NAME = /^cemao-\d{8}-\d{6}\.tar\.gz$/;

/** Name of an archive by the Shanghai time at which it was begun: they sort by age. */
export function archiveName(now: Date): string {
  const [day = '', time = ''] = new Date(now.getTime() + 8 * 3_600_000).toISOString().split('T');
  return `cemao-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.tar.gz`;
}

/** Archives of ours among the names of a folder, the newest first. What somebody renamed is theirs. */
export const archivesOf = (names: readonly string[]): string[] =>
  names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();

export interface Watched {
  now: Date;
  disks: ReadonlyArray<Disk & { title: string }>;
  /** Null: the site has none. */
  certificate: { ends_at: Date | null; fault: string } | null;
  backup: {
    /** Whether they are made by themselves. */
    scheduled: boolean;
    /** Whether others than its developer use the site. */
    needed: boolean;
    last_done: Date | null;
    /** Why the newest failed; '': it did not. */
    fault: string;
    rehearsal_fault: string;
  };
  /** Mails and text messages that did not go out and are tried again; why one of them did not. */
  undelivered: { num: number; failure: string };
  /** What held the event loop lately, the longest first. */
  stalls: ReadonlyArray<{ ms: number; call: string }>;
}

/** What an operator should look into, a sentence each. */
export function warningsOf({ now, disks, certificate, backup, undelivered, stalls }: Watched): string[] {
  const said: string[] = [];
  for (const disk of disks) {
    if (!isDiskLow(disk)) continue;
    said.push(`${disk.title}所在的磁盘只剩 ${gbText(disk.free_bytes)}（共 ${gbText(disk.total_bytes)}）：请清理或扩容`);
  }
  if (certificate?.ends_at) {
    const days = daysUntil(certificate.ends_at, now);
    if (days < 0) said.push('HTTPS 证书已经过期：请立即更换');
    else if (days < CERTIFICATE_DAYS_MIN) said.push(`HTTPS 证书还有 ${days} 天到期：请检查自动续期`);
  }
  if (certificate && certificate.ends_at !== null && certificate.fault !== '') said.push(`HTTPS 证书不被浏览器信任：${certificate.fault}`);
  if (backup.fault !== '') said.push(`最近一次备份失败：${backup.fault}`);
  else if (backup.scheduled && (backup.last_done === null || now.getTime() - backup.last_done.getTime() > BACKUP_AGE_MAX_MS))
    said.push(backup.last_done === null ? '还没有做过备份' : '最近两天没有成功的备份');
  if (backup.needed && !backup.scheduled) said.push('没有自动备份：请设置环境变量 BACKUP_DIR（另一块磁盘上的文件夹）');
  if (backup.rehearsal_fault !== '') said.push(`最近一次恢复演练失败：${backup.rehearsal_fault}`);
  if (undelivered.num > 0)
    said.push(`${undelivered.num} 条邮件或短信没有发出，正在重试${undelivered.failure && `：${undelivered.failure.slice(0, 100)}`}`);
  for (const { ms, call } of stalls.filter((one) => one.ms >= STALL_SAID_MS).slice(0, STALLS_SAID))
    said.push(`事件循环被占用 ${ms} 毫秒：${call}`);
  return said;
}

export const gbText = (bytes: number): string => (bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`);
