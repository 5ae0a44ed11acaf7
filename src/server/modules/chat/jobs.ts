import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { SWEEP_JOB, sweepFiles } from './chat-files.ts';

/** Bytes that no message came to name. */
export function chatJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: SWEEP_JOB }, SWEEP_JOB);
  return [
    {
      name: SWEEP_JOB,
      async run(payload) {
        await sweepFiles(ctx, (payload as { keys: string[] }).keys);
      },
    },
  ];
}
