import type { PoolStatement } from '#contract/wallet.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type App, type Ctx, createCtx, inTransaction, isTx, requireUser } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { linkedAmong } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { incomeSince } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { monthRange, postTransfers } from '../wallet/index.ts';
import {
  claimUnpaid,
  countReaders,
  countShares,
  dropReads,
  findPublishers,
  findSharesOf,
  findUncounted,
  insertRead,
  markLinked,
  markPaid,
} from './repo.ts';
import { poolReaderMost, poolShare } from './settings.ts';

const monthOf = (at: Date): string => shanghaiDay(at).slice(0, 7);

/** Pairs of this month that are written: pages of one work are opened one after the other. */
const noted = new AppMemory<string, true>({ max: 16_384, ttl_ms: 3_600_000 });

/** A member is about to have something by their membership. Written once a month and publisher. */
export async function noteMemberRead(ctx: Ctx, of: { publisher_id: number; reader_id: number }): Promise<void> {
  const now = ctx.app.clock.now();
  const month = monthOf(now);
  const key = `${month}/${of.publisher_id}/${of.reader_id}`;
  if (of.publisher_id === of.reader_id || noted.get(ctx.app, key)) return;
  await insertRead(ctx.db, { ...of, month, at: now });
  // a transaction may still be taken back, and what it wrote with it
  if (!isTx(ctx)) noted.set(ctx.app, key, true);
}

/** The subjects whose orders are the income that is shared. */
const MEMBERSHIPS: ReadonlySet<string> = new Set(['membership', 'seats']);
const PUBLISHERS = 50;
const READERS = 500;
const PAID_AT_ONCE = 100;
/** Months after which reads are deleted. */
const READ_MONTHS = 13;

/**
 * Counts the months that are over and pays what is owed of them into earnings. Each month once and each share once, though many processes try
 * or one dies in between.
 */
export async function sharePool(ctx: Ctx): Promise<void> {
  const now = ctx.app.clock.now();
  for (const month of await findUncounted(ctx.db, monthOf(now))) {
    await leaveOutLinked(ctx, month);
    await countShares(ctx.db, {
      ...{ month, at: now, income_fen: Math.max(0, await incomeOf(ctx, month)) },
      share_bp: await getSetting(ctx, poolShare),
      reader_most_fen: await getSetting(ctx, poolReaderMost),
    });
  }
  while ((await payShares(ctx)) === PAID_AT_ONCE);
  const old = new Date(now);
  old.setUTCMonth(old.getUTCMonth() - READ_MONTHS);
  await dropReads(ctx.db, monthOf(old));
}

/** Who belongs to a publisher is no reader of theirs, by the one rule of `linkedAmong`. */
async function leaveOutLinked(ctx: Ctx, month: string): Promise<void> {
  for (let after = 0; ; ) {
    const found = await findPublishers(ctx.db, month, after, PUBLISHERS);
    for (const { publisher_id, readers } of found) {
      for (let at = 0; at < readers.length; at += READERS) {
        const linked = await linkedAmong(ctx, publisher_id, readers.slice(at, at + READERS));
        if (linked.size > 0) await markLinked(ctx.db, { month, publisher_id, readers: [...linked] });
      }
    }
    if (found.length < PUBLISHERS) return;
    after = found.at(-1)?.publisher_id ?? 0;
  }
}

/** What memberships brought in a month, less what went back in it, fen: the one definition of income. */
async function incomeOf(ctx: Ctx, month: string): Promise<number> {
  const { from } = monthRange(month);
  const rows = await incomeSince(ctx, from ?? new Date(0));
  return rows
    .filter(({ subject, day }) => MEMBERSHIPS.has(subject) && day.startsWith(month))
    .reduce((sum, { sold_fen, refunded_fen }) => sum + sold_fen - refunded_fen, 0);
}

async function payShares(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const shares = await claimUnpaid(tx.db, PAID_AT_ONCE);
    await postTransfers(
      tx,
      shares.map(({ month, publisher_id, amount_fen }) => ({
        ...{ key: `pool:${month}:${publisher_id}`, reason: 'member_pool', reference: month, unit: 'fen' },
        entries: [
          { owner_id: null, purpose: 'platform', amount: -amount_fen },
          { owner_id: publisher_id, purpose: 'earning', amount: amount_fen },
        ],
      })),
    );
    await markPaid(
      tx.db,
      shares.map(({ id }) => id),
      tx.app.clock.now(),
    );
    for (const { month, publisher_id, readers, amount_fen } of shares) {
      await sendNotices(tx, [publisher_id], {
        ...{ topic: 'sale', key: `pool:${month}`, title: `${month} 会员分成 ¥${fenToYuan(amount_fen)}` },
        ...{ content: `${readers} 位会员读者用会员权益看过您的作品。`, href: '/personalCenter/myWallet#earning' },
      });
    }
    return shares.length;
  });
}

/** The signed-in publisher's months, the newest first, and what this month has so far. Yuan. */
export async function poolStatement(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<PoolStatement> {
  const user_id = requireUser(ctx);
  const { rows, total } = await findSharesOf(ctx.db, user_id, { offset: (page - 1) * limit, limit });
  return {
    list: rows.map(({ month, readers, amount_fen, paid_at }) => ({
      ...{ month, readers, amount: amount_fen / 100 },
      paid_at: paid_at ? unixSeconds(paid_at) : 0,
    })),
    ...{ total, page, limit },
    readers: await countReaders(ctx.db, user_id, monthOf(ctx.app.clock.now())),
    share_percent: (await getSetting(ctx, poolShare)) / 100,
    reader_most: (await getSetting(ctx, poolReaderMost)) / 100,
  };
}

const POOL_JOB = 'pool.share';

export function poolJobs(app: App): JobDefinition[] {
  return [
    {
      name: POOL_JOB,
      cron: '40 19-22 * * *',
      async run() {
        await sharePool(createCtx(app, { kind: 'job', name: POOL_JOB }, POOL_JOB));
      },
    },
  ];
}
