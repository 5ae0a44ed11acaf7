import { type App, type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiAt, shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { sendNotices } from '../notices/index.ts';
import { postTransfers } from '../wallet/index.ts';
import { findEnding, findUsersEnded, insertUses, lockEndedLots, lockPoints, takeFrom } from './repo.ts';

export const pointJobs = (app: App): JobDefinition[] => [
  timedJob(app, 'points.expire', '3 * * * *', expirePoints),
  timedJob(app, 'points.ending', '40 10-20 * * *', tellEndingPoints),
];

const DAY_MS = 86_400_000;
/** Users are notified on the seventh day before their points end, once a day. */
const TOLD_DAYS = 7;
/** From when a day's notices are sent; of what ends, each has its day, whenever its notice is sent. */
const TOLD_AT = '10:40';
const BATCH = 500;

/** Ends what is left of lots whose time is over. The caller holds the lock of the person's points. */
export async function endLotsOf(tx: TxCtx, user_id: number): Promise<number> {
  const now = tx.app.clock.now();
  const ended = await lockEndedLots(tx.db, user_id, now);
  if (ended.length === 0) return 0;
  // a lot that got points back may end twice, at different times
  const keyed = ended.map((lot) => ({ ...lot, key: `expired:${lot.id}:${unixSeconds(lot.expires_at)}` }));
  await takeFrom(
    tx.db,
    keyed.map(({ id, left_points }) => ({ lot_id: id, points: left_points })),
  );
  await insertUses(
    tx.db,
    keyed.map(({ id, left_points, key }) => ({ lot_id: id, user_id, points: left_points, key, created_at: now })),
  );
  await postTransfers(
    tx,
    keyed.map(({ left_points, key }) => ({
      ...{ key: `points:${key}`, reason: 'points_expired', reference: '', unit: 'point' },
      entries: [
        { owner_id: user_id, purpose: 'point', amount: -left_points },
        { owner_id: null, purpose: 'point_source', amount: left_points },
      ],
    })),
  );
  return keyed.reduce((sum, { left_points }) => sum + left_points, 0);
}

/** Ends everybody's lots whose time is over, a transaction a person. Returns how many points ended. Repeating it is harmless. */
export async function expirePoints(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let points = 0;
  for (let after = 0; ; ) {
    const some = await findUsersEnded(ctx.db, ctx.app.clock.now(), after, BATCH);
    const end = async (user_id: number) => {
      points += await inTransaction(ctx, async (tx) => {
        await lockPoints(tx.db, user_id);
        return endLotsOf(tx, user_id);
      });
    };
    await rowByRow(ctx, some, 'points of a user were not ended', end, stopping);
    if (some.length < BATCH) return points;
    after = some.at(-1) ?? after;
  }
}

/** Notifies everybody whose points end in seven days, once a day however often it is called. Returns to how many it was new. */
export async function tellEndingPoints(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  const to = new Date(shanghaiAt(now, TOLD_AT).getTime() + TOLD_DAYS * DAY_MS);
  const from = new Date(to.getTime() - DAY_MS);
  let told = 0;
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const some = await findEnding(ctx.db, from, to, after, BATCH);
    for (const [points, people] of Map.groupBy(some, (row) => row.points)) {
      told += await sendNotices(
        ctx,
        people.map(({ user_id }) => user_id),
        {
          topic: 'points',
          key: `points_end:${shanghaiDay(now)}`,
          title: `${points} 积分即将到期`,
          content: `您有 ${points} 积分将在 ${TOLD_DAYS} 天内到期，可到积分商城兑换。`,
          href: '/integral',
        },
      );
    }
    if (some.length < BATCH) return told;
    after = some.at(-1)?.user_id ?? after;
  }
}
