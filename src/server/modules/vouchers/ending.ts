import { type App, type Ctx, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { sendNotices } from '../notices/index.ts';
import { findEnding } from './definitions.repo.ts';

const DAY_MS = 86_400_000;
/** A coupon's owner is notified on the third day before its end, once. */
const TOLD_DAYS = 3;
const BATCH = 500;

/** Notifies everybody whose unused coupons end in three days, once a day however often it is called. Returns to how many it was new. */
export async function tellEnding(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  const from = new Date(now.getTime() + (TOLD_DAYS - 1) * DAY_MS);
  const to = new Date(now.getTime() + TOLD_DAYS * DAY_MS);
  let told = 0;
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const some = await findEnding(ctx.db, { from, to, after, limit: BATCH });
    const by_number = Map.groupBy(some, ({ n }) => n);
    for (const [n, people] of by_number) {
      told += await sendNotices(
        ctx,
        people.map(({ user_id }) => user_id),
        {
          topic: 'coupon',
          key: `coupon_ends:${shanghaiDay(now)}`,
          title: `${n} 张优惠券即将过期`,
          content: `您有 ${n} 张优惠券将在 ${TOLD_DAYS} 天内过期，请及时使用。`,
          href: '/personalCenter/myCoupon',
        },
      );
    }
    if (some.length < BATCH) return told;
    after = some.at(-1)?.user_id ?? after;
  }
}

export function voucherJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'vouchers.ending',
      cron: '20 10 * * *',
      async run(_payload, stopping) {
        await tellEnding(createCtx(app, { kind: 'job', name: 'vouchers.ending' }, 'vouchers.ending'), stopping);
      },
    },
  ];
}
