import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { SWEEP_JOB, sweepOfferFiles } from './offer-files.ts';
import { openDueTenders } from './open-tenders.ts';

const OPEN_JOB = 'offers.open';

/** Each minute, tenders whose deadline has come; files that no offer came to name. */
export function offerJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: OPEN_JOB }, OPEN_JOB);
  return [
    {
      name: OPEN_JOB,
      cron: '* * * * *',
      async run() {
        await openDueTenders(ctx);
      },
    },
    {
      name: SWEEP_JOB,
      async run(payload) {
        await sweepOfferFiles(ctx, (payload as { keys: string[] }).keys);
      },
    } satisfies JobDefinition,
  ];
}
