import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { SWEEP_JOB, sweepFiles } from './chat-files.ts';
import { TELL_JOB, type Telling, tellUnread } from './tell-unread.ts';

/** Files that no message references, and notifications of unread messages. */
export function chatJobs(app: App): JobDefinition[] {
  const as = (name: string) => createCtx(app, { kind: 'job', name }, name);
  return [
    {
      name: SWEEP_JOB,
      async run(payload) {
        await sweepFiles(as(SWEEP_JOB), (payload as { keys: string[] }).keys);
      },
    },
    {
      name: TELL_JOB,
      async run(payload) {
        await tellUnread(as(TELL_JOB), payload as Telling);
      },
    },
  ];
}
