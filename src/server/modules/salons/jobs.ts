import { type App, type Ctx, inSavepoint, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import type { Queryable } from '../../db/pool.ts';
import { closeUnpaid, refundPartOf } from '../orders/index.ts';
import { REFUND_JOB } from './cancel-salon.ts';
import { findSeatFaults, type SeatFault } from './chairs.repo.ts';
import { moveSalon } from './move-salon.ts';
import { lockEnded, lockToOpen, lockToRemind, writeSalon } from './repo.ts';
import { salonPosts } from './save-salon.ts';
import { findOrdersToClose, findOrdersToRefund } from './seats.repo.ts';
import { OFFERS_JOB } from './seats.ts';
import { remindGuests, tellLink } from './tell.ts';
import { endWaitingLists, placeOffers } from './waiting.ts';

const BATCH = 50;
const REMIND_MS = 86_400_000;

/** Offers of seats, ends, reminders, refunds of cancelled salons, and the nightly count. */
export const salonJobs = (app: App): JobDefinition[] => [
  timedJob(app, OFFERS_JOB, '*/5 * * * *', (ctx) => placeOffers(ctx)),
  timedJob(app, 'salons.clock', '*/5 * * * *', endSalons, remindOfSalons, openLinks),
  timedJob(app, REFUND_JOB, '*/10 * * * *', refundCancelled),
  timedJob(app, 'salons.count', '20 4-6 * * *', countSeats),
];

/** What fails for one is taken back and tried again next time. @returns of how many it was done */
const eachSalon = <T>(tx: TxCtx, rows: readonly T[], what: string, work: (part: TxCtx, row: T) => Promise<unknown>): Promise<number> =>
  rowByRow(tx, rows, what, (row) => inSavepoint(tx, (part) => work(part, row)));

/** Ends salons whose time is over; those that somebody holds wait for the next time. @returns how many */
export async function endSalons(ctx: Ctx): Promise<number> {
  for (let ended = 0; ; ) {
    const done = await inTransaction(ctx, async (tx) => {
      const due = await lockEnded(tx.db, tx.app.clock.now(), BATCH);
      // in the order in which kinds of several salons are locked
      const sorted = due.toSorted((a, b) => a.item_id - b.item_id);
      return eachSalon(tx, sorted, 'a salon was not ended', async (part, row) => {
        const id = row.item_id;
        await moveSalon(part, id, 'over');
        await writeSalon(part.db, id, { submitted: null });
        await salonPosts.leaveDesk(part, id);
        await endWaitingLists(part, row, '已结束，没有等到空出的名额，您的候补也随之结束。');
      });
    });
    ended += done;
    if (done < BATCH) return ended;
  }
}

/** Reminds ticket holders a day before, once for each time. @returns of how many salons */
export async function remindOfSalons(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const due = await lockToRemind(tx.db, { now, until: new Date(now.getTime() + REMIND_MS) }, BATCH);
    return eachSalon(tx, due, 'guests of a salon were not reminded', async (part, salon) => {
      await remindGuests(part, salon);
      await writeSalon(part.db, salon.item_id, { reminded_at: now });
    });
  });
}

/** Notifies holders that the link is open. @returns of how many salons */
export async function openLinks(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const due = await lockToOpen(tx.db, now, BATCH);
    return eachSalon(tx, due, 'guests of a salon were not sent its link', async (part, salon) => {
      await tellLink(part, salon, 'open');
      await writeSalon(part.db, salon.item_id, { link_told_at: now });
    });
  });
}

/** Closes what is not paid of cancelled salons, and refunds every paid order of them whole, each in its transaction. @returns how many */
export async function refundCancelled(ctx: Ctx): Promise<number> {
  await eachOrder(ctx, findOrdersToClose, (order_id) => inTransaction(ctx, (tx) => closeUnpaid(tx, order_id)), 'closed');
  const whole = async () => ({ amount_fen: null, ends: true, reason: '沙龙取消' });
  return eachOrder(ctx, findOrdersToRefund, (order_id) => refundPartOf(ctx, order_id, 'job', whole), 'refunded');
}

/** What fails is tried again next time. @returns how many orders it did */
async function eachOrder(
  ctx: Ctx,
  find: (db: Queryable, limit: number) => Promise<number[]>,
  work: (order_id: number) => Promise<unknown>,
  what: string,
): Promise<number> {
  for (let done = 0; ; ) {
    const order_ids = await find(ctx.db, BATCH);
    let failed = 0;
    for (const order_id of order_ids) {
      try {
        await work(order_id);
      } catch (error) {
        failed += 1;
        ctx.log.error({ err: error, order_id }, `an order of a cancelled salon could not be ${what}`);
      }
    }
    done += order_ids.length - failed;
    if (order_ids.length < BATCH || failed === order_ids.length) return done;
  }
}

/** Compares the counters of every kind with its tickets, holds and chairs, and reports what differs. @returns it */
export async function countSeats(ctx: Ctx): Promise<SeatFault[]> {
  const faults = await findSeatFaults(ctx.db);
  for (const fault of faults) ctx.log.error({ ...fault }, 'seats of a salon are counted wrong');
  return faults;
}
