/** What the console shows of the machines (系统). Times are unix seconds, sizes bytes. */
import type { BackupRun } from './outputs/operations.ts';

export type { BackupRun, OpeningStep, SystemFacts } from './outputs/operations.ts';

export const SYSTEM_CALLS = {
  facts: '/admin/system',
  csv: '/admin/system/export',
  backup: '/admin/system/backup',
  rehearsal: '/admin/system/rehearsal',
} as const;

/** Tables of the screen that leave as a CSV. */
export const SYSTEM_TABLES = ['backups', 'slow'] as const;
export type SystemTable = (typeof SYSTEM_TABLES)[number];

export const BACKUP_SORTS: Record<BackupRun['sort'], string> = { backup: '备份', rehearsal: '恢复演练' };
export const BACKUP_STATES: Record<BackupRun['status'], string> = { running: '进行中', done: '成功', failed: '失败' };
