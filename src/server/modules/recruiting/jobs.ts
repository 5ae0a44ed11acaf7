import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { closeDueJobs } from './own-jobs.ts';
import { SWEEP_JOB, sweepPdfs } from './pdf-files.ts';

const CLOSE_JOB = 'recruiting.close-due';

export function recruitingJobs(app: App): JobDefinition[] {
  const ctx = (name: string) => createCtx(app, { kind: 'job', name }, name);
  return [
    {
      name: CLOSE_JOB,
      cron: '5 * * * *',
      run: async () => {
        await closeDueJobs(ctx(CLOSE_JOB));
      },
    },
    { name: SWEEP_JOB, run: (payload) => sweepPdfs(ctx(SWEEP_JOB), (payload as { keys: string[] }).keys) },
  ];
}
