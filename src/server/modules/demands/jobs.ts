import { type App, type Ctx, createCtx, inTransaction } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { withdrawReview } from '../review/index.ts';
import { moveDemand, tellOwner } from './move-demand.ts';
import { openedOf } from './opened-tenders.ts';
import { findDemands, findEnding, lockEnded } from './repo.ts';
import { DEMAND_REVIEW } from './save-demand.ts';

const EXPIRY_JOB = 'demands.expire';
const BATCH = 100;
const WARN_MS = 86_400_000;
/** After its end, or after an agreement that came to nothing, its owner has so long to choose. */
const CHOOSE_MS = 30 * 86_400_000;

/** Ends demands for which no offer was chosen in time, and warns their owners a day before. */
export function demandJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: EXPIRY_JOB }, EXPIRY_JOB);
  return [
    {
      name: EXPIRY_JOB,
      cron: '*/5 * * * *',
      async run() {
        await expireDemands(ctx);
        await warnOfEnds(ctx);
      },
    },
  ];
}

/** Expires open demands whose time is up, a hundred in a transaction; those that somebody holds at that moment wait for the next time. @returns how many */
export async function expireDemands(ctx: Ctx): Promise<number> {
  for (let expired = 0; ; ) {
    const ids = await inTransaction(ctx, async (tx) => {
      const now = tx.app.clock.now();
      const ended = await lockEnded(tx.db, { open: now, choosing: new Date(now.getTime() - CHOOSE_MS) }, BATCH);
      const rows = await findDemands(tx.db, ended);
      const opened = await openedOf(tx.db, ended);
      for (const id of ended) {
        await moveDemand(tx, { id, to: 'expired', by: null, why: '开放时间已到' });
        await withdrawReview(tx, { type: DEMAND_REVIEW, target_id: id });
        const row = rows.get(id);
        if (row) await tellOwner(tx, row, opened.has(id) ? 'unchosen' : 'expired', '');
      }
      return ended;
    });
    expired += ids.length;
    if (ids.length < BATCH) return expired;
  }
}

/** Notifies owners whose demand ends within a day, once for each end. @returns how many were looked at */
export async function warnOfEnds(ctx: Ctx): Promise<number> {
  const now = ctx.app.clock.now();
  const until = new Date(now.getTime() + WARN_MS);
  for (let told = 0, after = { closes_at: now, id: 0 }; ; ) {
    const rows = await findEnding(ctx.db, after, until, BATCH);
    for (const row of rows) await tellOwner(ctx, row, row.extended ? 'ending_extended' : 'ending', '');
    told += rows.length;
    const last = rows.at(-1);
    if (!last?.closes_at || rows.length < BATCH) return told;
    after = { closes_at: last.closes_at, id: last.item_id };
  }
}
