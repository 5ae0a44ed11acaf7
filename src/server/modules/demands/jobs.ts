import { type App, type Ctx, inSavepoint, inTransaction } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { itemsById, termsById } from '../catalog/index.ts';
import { listDemand, moveDemand, tellOwner } from './move-demand.ts';
import { openedOf } from './opened-tenders.ts';
import { type DemandRow, findDemands, findEnding, lockDemandRow, lockEnded } from './repo.ts';
import { stateTerm } from './rules.ts';
import { demandPosts } from './save-demand.ts';

const BATCH = 100;
const WARN_MS = 86_400_000;
/** After its end, or after an agreement that came to nothing, its owner has so long to choose. */
const CHOOSE_MS = 30 * 86_400_000;

/** Ends demands for which no offer was chosen in time, lists those that take no more offers so, and warns their owners a day before. */
export const demandJobs = (app: App): JobDefinition[] => [
  timedJob(app, 'demands.expire', '*/5 * * * *', expireDemands, endOffers, warnOfEnds),
];

/** Expires open demands whose time is up, a hundred in a transaction; those that somebody holds at that moment wait for the next time. @returns how many */
export async function expireDemands(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  for (let expired = 0; ; ) {
    stopping?.throwIfAborted();
    const done = await inTransaction(ctx, async (tx) => {
      const now = tx.app.clock.now();
      const ended = await lockEnded(tx.db, { open: now, choosing: new Date(now.getTime() - CHOOSE_MS) }, BATCH);
      const rows = await findDemands(tx.db, ended);
      const opened = await openedOf(tx.db, ended);
      const expire = (id: number) =>
        inSavepoint(tx, async (part) => {
          await moveDemand(part, { id, to: 'expired', by: null, why: '开放时间已到' });
          await demandPosts.leaveDesk(part, id);
          const row = rows.get(id);
          if (row) await tellOwner(part, row, opened.has(id) ? 'unchosen' : 'expired', '');
        });
      return rowByRow(tx, ended, 'a demand was not ended', expire);
    });
    expired += done;
    if (done < BATCH) return expired;
  }
}

/** Lists demands that wait for their owner's choice and are past their end as such. @returns how many */
export async function endOffers(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  let ended = 0;
  for await (const rows of endingBetween(ctx, new Date(now.getTime() - CHOOSE_MS), now)) {
    const ids = rows.filter(({ state }) => state === 'choosing').map(({ item_id }) => item_id);
    const items = [...(await itemsById(ctx, ids)).values()];
    const terms = await termsById(ctx, [...new Set(items.flatMap(({ term_ids }) => term_ids))]);
    const late = items.filter(({ term_ids }) => term_ids.some((id) => terms.get(id)?.name === stateTerm('open', true)));
    const list = ({ id }: { id: number }) =>
      inTransaction(ctx, async (tx) => {
        const row = await lockDemandRow(tx.db, id);
        if (row?.state === 'choosing') await listDemand(tx, id, { was: row.state, state: row.state, closes_at: row.closes_at });
      });
    ended += await rowByRow(ctx, late, 'a demand was not listed as ended', list, stopping);
  }
  return ended;
}

/** Notifies owners whose demand ends within a day, once for each end. @returns how many were looked at */
export async function warnOfEnds(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  let told = 0;
  for await (const rows of endingBetween(ctx, now, new Date(now.getTime() + WARN_MS))) {
    const warn = (row: DemandRow) => tellOwner(ctx, row, row.extended ? 'ending_extended' : 'ending', '');
    told += await rowByRow(ctx, rows, 'an owner was not warned', warn, stopping);
  }
  return told;
}

/** Open demands that end after `from` and not later than `until`, a hundred at a time. */
async function* endingBetween(ctx: Ctx, from: Date, until: Date): AsyncGenerator<DemandRow[]> {
  for (let after = { closes_at: from, id: 0 }; ; ) {
    const rows = await findEnding(ctx.db, after, until, BATCH);
    yield rows;
    const last = rows.at(-1);
    if (!last?.closes_at || rows.length < BATCH) return;
    after = { closes_at: last.closes_at, id: last.item_id };
  }
}
