import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { receiveInTime } from './staff-redemptions.ts';

export function mallJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'mall.receive',
      cron: '25 * * * *',
      async run() {
        await receiveInTime(createCtx(app, { kind: 'job', name: 'mall.receive' }, 'mall.receive'));
      },
    },
  ];
}
