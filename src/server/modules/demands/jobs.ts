import { type App, type Ctx, inTransaction } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { moveDemand, tellOwner } from './move-demand.ts';
import { openedOf } from './opened-tenders.ts';
import { findDemands, findEnding, lockEnded } from './repo.ts';
import { demandPosts } from './save-demand.ts';

const BATCH = 100;
const WARN_MS = 86_400_000;
/** After its end, or after an agreement that came to nothing, its owner has so long to choose. */
const CHOOSE_MS = 30 * 86_400_000;

/** Ends demands for which no offer was chosen in time, and warns their owners a day before. */
export const demandJobs = (app: App): JobDefinition[] => [timedJob(app, 'demands.expire', '*/5 * * * *', expireDemands, warnOfEnds)];

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
        await demandPosts.leaveDesk(tx, id);
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
