import { type App, type Ctx, createCtx, inTransaction, requireVerb } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { pushUrls } from './push-urls.ts';
import { forgetSpiders } from './repo.ts';

const PUSH_JOB = 'seo.push';
/** Changes of a moment go together. */
const PUSH_AFTER_S = 60;
const KEPT_DAYS = 90;

/** Submits waiting addresses to engines, every ten minutes and soon after a change; forgets old counts. */
export function seoJobs(app: App): JobDefinition[] {
  return [
    {
      name: PUSH_JOB,
      cron: '*/10 * * * *',
      async run() {
        await pushUrls(createCtx(app, { kind: 'job', name: PUSH_JOB }, PUSH_JOB));
      },
    },
    {
      name: 'seo.forget',
      cron: '50 3-5 * * *',
      run: () => forgetSpiders(app.db, shanghaiDay(new Date(app.clock.now().getTime() - KEPT_DAYS * 86_400_000))),
    },
  ];
}

/** Engines are notified within a minute or so; changes of a moment together. */
export function pushSoon(ctx: Ctx): Promise<void> {
  return ctx.app.jobs.send(PUSH_JOB, {}, { singleton_key: PUSH_JOB, delay_s: PUSH_AFTER_S });
}

/** Staff want it now. @throws AppError 403 */
export async function pushNow(ctx: Ctx): Promise<void> {
  requireVerb(ctx, 'visit.see');
  await inTransaction(ctx, (tx) => recordAudit(tx, 'engine.push', 'engines', {}));
  await ctx.app.jobs.send(PUSH_JOB, {}, { singleton_key: `${PUSH_JOB}.now` });
}
