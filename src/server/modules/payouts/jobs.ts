import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { runPayouts } from './pay-out.ts';

export const PAYOUT_JOB = 'payouts.pay';

/** Sent when a payout is approved, and every minute for what has to be asked about again. */
export function payoutJobs(app: App): JobDefinition[] {
  return [
    {
      name: PAYOUT_JOB,
      cron: '* * * * *',
      async run() {
        await runPayouts(createCtx(app, { kind: 'job', name: PAYOUT_JOB }, PAYOUT_JOB));
      },
    },
  ];
}
