import { type App, type Ctx, createCtx, inTransaction } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { emit } from '../../outbox/outbox.ts';
import { setPublisherCounts } from '../identity/index.ts';
import { countWorks, refreshHotScores } from './repo.ts';
import { announceCarriers, RENAMED_JOB } from './terms/edit-terms.ts';
import { recountTerms } from './terms/repo.ts';

export const RECOUNT_JOB = 'catalog.recount-terms';

/** Set-based upkeep of what lists show and are ordered by. */
export function catalogJobs(app: App): JobDefinition[] {
  return [
    timedJob(app, RECOUNT_JOB, '*/10 * * * *', recount),
    timedJob(app, 'catalog.refresh-hot-scores', '7,37 * * * *', ({ db }) => refreshHotScores(db)),
    {
      name: RENAMED_JOB,
      expire_s: 1_800,
      async run(payload, stopping) {
        await announceCarriers(
          createCtx(app, { kind: 'job', name: RENAMED_JOB }, RENAMED_JOB),
          (payload as { term_id: number }).term_id,
          stopping,
        );
      },
    },
  ];
}

/** Brings the numbers of categories, terms and publishers in line with the items now, and lets the home page know. */
export async function recount(ctx: Ctx): Promise<void> {
  const terms = await recountTerms(ctx.app.db);
  const works = await countWorks(ctx.app.db);
  await inTransaction(ctx, async (tx) => {
    const works_changed = await setPublisherCounts(tx, works);
    // lists are fresh within a minute by themselves; the home page is cached for longer and shows categories and works
    const shown = terms.some(({ facet, parent_id }) => facet === 'category' && parent_id === null);
    if (shown || works_changed) await emit(tx, 'catalog.recounted', {});
  });
}

const DEBOUNCE_S = 5;
const asked = new WeakMap<App, number>();

/** After a change of an item: recount soon, once for however many changes a burst brings to this process. */
export async function recountSoon(app: App): Promise<void> {
  const now_ms = app.clock.now().getTime();
  if (now_ms - (asked.get(app) ?? 0) < DEBOUNCE_S * 1000) return;
  asked.set(app, now_ms);
  await app.jobs.send(RECOUNT_JOB, {}, { delay_s: DEBOUNCE_S, singleton_key: RECOUNT_JOB });
}
