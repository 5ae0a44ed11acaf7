import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { reconcileDay, yesterday } from './reconcile-day.ts';

export function reconcileJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'bills.reconcile',
      // at night, and again when providers have written their bills: from ten in the morning
      cron: '40 3,10,14 * * *',
      async run() {
        const ctx = createCtx(app, { kind: 'job', name: 'bills.reconcile' }, 'bills.reconcile');
        const { differences, day, fault } = await reconcileDay(ctx, yesterday(ctx));
        if (differences.length > 0) app.log.error({ day, differences: differences.length }, 'the books do not agree');
        if (fault !== '') app.log.warn({ day, fault }, 'the bill is missing');
      },
    },
  ];
}
