import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type App, createCtx } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { Config } from '../../config/config.ts';
import { recordedPlace } from '../../db/cluster-place.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { BACKUP_JOB, backUpOnTime, makeBackup, makeRehearsal, REHEARSAL_JOB } from './backups.ts';
import { keepMonths } from './months.ts';
import { forgetSamples } from './samples.ts';

/** A backup of much takes long; a worker that died is noticed by its heartbeat, not by this. */
const LONGEST_S = 12 * 3_600;

const LOG_MAX_BYTES = 10_000_000;

/**
 * Keeps the log of the embedded database bounded while it runs: what is too long becomes `server.log.1`. Copied and cut, because the
 * server holds the file open (it appends).
 */
export function tidyServerLog({ database_url, data_dir }: Pick<Config, 'database_url' | 'data_dir'>, max_bytes = LOG_MAX_BYTES): boolean {
  if (database_url !== null) return false;
  const dir = join(data_dir, 'postgres');
  const log = join(recordedPlace(dir) ?? dir, 'server.log');
  if (!existsSync(log) || statSync(log).size <= max_bytes) return false;
  copyFileSync(log, `${log}.1`);
  truncateSync(log, 0);
  return true;
}

export function operationsJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: 'operations' }, 'operations');
  return [
    timedJob(app, 'operations.months', '20 * * * *', keepMonths),
    {
      name: BACKUP_JOB,
      cron: '5 * * * *',
      expire_s: LONGEST_S,
      async run(payload) {
        const { asked_by } = payload as { asked_by?: number };
        if (asked_by === undefined) await backUpOnTime(ctx);
        else await makeBackup(ctx, asked_by);
      },
    },
    {
      name: REHEARSAL_JOB,
      expire_s: LONGEST_S,
      async run(payload) {
        await makeRehearsal(ctx, (payload as { asked_by?: number }).asked_by ?? null);
      },
    },
    {
      name: 'operations.tidy',
      cron: '25 4-6 * * *',
      async run() {
        await forgetSamples(ctx);
        tidyServerLog(app.config);
      },
    },
  ];
}
