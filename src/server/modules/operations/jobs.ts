import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { BACKUP_JOB, backUpOnTime, makeBackup, makeRehearsal, REHEARSAL_JOB } from './backups.ts';
import { forgetSamples } from './samples.ts';
import { tidyServerLog } from './tidy-server-log.ts';

/** A backup of much takes long; a worker that died is noticed by its heartbeat, not by this. */
const LONGEST_S = 12 * 3_600;

export function operationsJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: 'operations' }, 'operations');
  return [
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
      cron: '25 4 * * *',
      async run() {
        await forgetSamples(ctx);
        tidyServerLog(app.config);
      },
    },
  ];
}
