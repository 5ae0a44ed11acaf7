/** What the console shows of the machines (系统). Times are unix seconds, sizes bytes. */

import type { Chart } from './chart.ts';

export const SYSTEM_CALLS = {
  facts: '/admin/system',
  csv: '/admin/system/export',
  backup: '/admin/system/backup',
  rehearsal: '/admin/system/rehearsal',
} as const;

/** Tables of the screen that leave as a CSV. */
export const SYSTEM_TABLES = ['backups', 'slow'] as const;
export type SystemTable = (typeof SYSTEM_TABLES)[number];

export interface BackupRun {
  id: number;
  sort: 'backup' | 'rehearsal';
  status: 'running' | 'done' | 'failed';
  archive: string;
  machine: string;
  bytes: number;
  note: string;
  fault: string;
  /** Asked for by staff. */
  asked: boolean;
  started_at: number;
  /** 0: it runs. */
  ended_at: number;
}

export const BACKUP_SORTS: Record<BackupRun['sort'], string> = { backup: '备份', rehearsal: '恢复演练' };
export const BACKUP_STATES: Record<BackupRun['status'], string> = { running: '进行中', done: '成功', failed: '失败' };

export interface SystemFacts {
  versions: { site: string; node: string; database: string };
  /** Processes that told of themselves in the last ten minutes. */
  processes: number;
  /** What should be looked into, a sentence each. */
  warnings: string[];
  disks: Array<{ title: string; free_bytes: number; total_bytes: number; low: boolean }>;
  /** Null: the site has none. `days` null: nobody answered, see `fault`. */
  certificate: { days: number | null; ends_at: number; low: boolean; fault: string } | null;
  backup: {
    /** They are made by themselves: BACKUP_DIR is set. */
    scheduled: boolean;
    folder: string;
    /** The folder lies on the disk of the data, and would be lost with it. */
    same_disk: boolean;
    /** What archives do not hold, and what to do about it; '': they hold everything. */
    left_out: string;
    hour: number;
    keep: number;
    rehearse_days: number;
    /** 0: never. */
    done_at: number;
    rehearsed_at: number;
    runs: BackupRun[];
  };
  /** SVG pictures of the last 24 hours, with the same in a sentence. */
  charts: Array<{ key: string; title: string; about: string; svg: Chart }>;
  slow: Array<{ text: string; times: number; mean_ms: number; max_ms: number }>;
}
