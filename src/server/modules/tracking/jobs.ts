import { type App, type Ctx, createCtx, inTransaction, requireVerb } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { keepMonths, rollUpDay, rollUpRetention } from './roll-up.ts';

const ROLL_UP_JOB = 'tracking.roll-up';
const LATE_JOB = 'tracking.roll-up-late';
/** Browsers keep events for a week: as many days are made again each night. */
const LATE_DAYS = 8;
const DAY_MS = 86_400_000;

/** Months of events ahead and away, figures of today every hour, those of the last days again each night. */
export function trackingJobs(app: App): JobDefinition[] {
  const ctxOf = (name: string) => createCtx(app, { kind: 'job', name }, name);
  const daysBack = (count: number) =>
    Array.from({ length: count }, (_day, at) => shanghaiDay(new Date(app.clock.now().getTime() - at * DAY_MS)));
  return [
    {
      name: 'tracking.months',
      cron: '20 3 * * *',
      async run() {
        await keepMonths(ctxOf('tracking.months'));
      },
    },
    {
      name: ROLL_UP_JOB,
      cron: '5 * * * *',
      expire_s: 1_800,
      async run() {
        const ctx = ctxOf(ROLL_UP_JOB);
        for (const day of daysBack(2)) await rollUpDay(ctx, day);
      },
    },
    {
      name: LATE_JOB,
      cron: '40 3 * * *',
      expire_s: 3_600,
      async run(_payload, stopping) {
        const ctx = ctxOf(LATE_JOB);
        for (const day of daysBack(LATE_DAYS)) {
          stopping.throwIfAborted();
          await rollUpDay(ctx, day);
        }
        await rollUpRetention(ctx);
      },
    },
  ];
}

/** Figures of the last days are made again as soon as a worker is free. @throws AppError 403 */
export async function makeFiguresSoon(ctx: Ctx): Promise<void> {
  requireVerb(ctx, 'visit.see');
  await inTransaction(ctx, (tx) => recordAudit(tx, 'visit.again', 'visits', {}));
  await ctx.app.jobs.send(LATE_JOB, {}, { singleton_key: LATE_JOB });
}
