import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { payDueClaims } from './claim-task.ts';

export function taskJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'tasks.pay',
      cron: '*/10 * * * *',
      async run(_payload, stopping) {
        await payDueClaims(createCtx(app, { kind: 'job', name: 'tasks.pay' }, 'tasks.pay'), stopping);
      },
    },
  ];
}
