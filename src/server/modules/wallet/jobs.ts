import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { expireReservations } from './reserve.ts';

export function walletJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'wallet.expire',
      cron: '* * * * *',
      async run() {
        await expireReservations(createCtx(app, { kind: 'job', name: 'wallet.expire' }, 'wallet.expire'));
      },
    },
  ];
}
