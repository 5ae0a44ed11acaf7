import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { expirePoints, tellEndingPoints } from './expire-points.ts';

const job = (app: App, name: string) => createCtx(app, { kind: 'job', name }, name);

export function pointJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'points.expire',
      cron: '3 * * * *',
      async run(_payload, stopping) {
        await expirePoints(job(app, 'points.expire'), stopping);
      },
    },
    {
      name: 'points.ending',
      cron: '40 10 * * *',
      async run(_payload, stopping) {
        await tellEndingPoints(job(app, 'points.ending'), stopping);
      },
    },
  ];
}
