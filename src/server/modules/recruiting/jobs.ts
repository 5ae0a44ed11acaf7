import { type App, createCtx } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { closeDueJobs } from './own-jobs.ts';
import { SWEEP_JOB, sweepPdfs } from './pdf-files.ts';

export const recruitingJobs = (app: App): JobDefinition[] => [
  timedJob(app, 'recruiting.close-due', '5 * * * *', closeDueJobs),
  {
    name: SWEEP_JOB,
    run: (payload) => sweepPdfs(createCtx(app, { kind: 'job', name: SWEEP_JOB }, SWEEP_JOB), (payload as { keys: string[] }).keys),
  },
];
