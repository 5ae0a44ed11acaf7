import { paths } from '#contract/paths.ts';
import { type App, type Ctx, createCtx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { sendNotices } from '../notices/index.ts';
import { UNION_JOB } from './job-name.ts';
import { lastEnd, lockUnionOf, moveRight, type RightRow, takeDue } from './repo.ts';
import { addMonths, retryAfterMin } from './rules.ts';

/** While one is tried nobody else tries it, as long as a partner may take to answer. */
const TURN_MS = 5 * 60_000;

/**
 * Asks the partners for what waits and takes back what ends, one after the other until nothing is due. Asking twice is asking once, so a
 * lost answer is asked again, with growing pauses. A right that was refunded while it was asked for is taken back afterwards.
 * @returns how many went through
 */
export async function runRights(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    stopping?.throwIfAborted();
    const now = ctx.app.clock.now();
    const right = await takeDue(ctx.db, now, new Date(now.getTime() + TURN_MS));
    if (!right) return done;
    try {
      if (right.state === 'waiting') await grant(ctx, right);
      else await takeBack(ctx, right);
      done += 1;
    } catch (error) {
      const next_try_at = new Date(now.getTime() + retryAfterMin(right.attempts) * 60_000);
      const last_error = String((error as Error).message ?? error).slice(0, 300);
      await moveRight(ctx.db, right.id, right.state, { next_try_at, last_error });
      ctx.log.warn({ err: error, request_no: right.request_no, attempts: right.attempts }, 'partner right not done');
    }
  }
}

async function grant(ctx: Ctx, right: RightRow): Promise<void> {
  const { partner_no } = await ctx.app.providers.partner.grant(asked(right));
  await inTransaction(ctx, async (tx) => {
    await lockUnionOf(tx.db, right.user_id);
    const now = tx.app.clock.now();
    const last = await lastEnd(tx.db, right);
    const starts_at = last !== null && last > now ? last : now;
    const change = {
      starts_at,
      ends_at: addMonths(starts_at, right.months),
      granted_at: now,
      partner_no,
      last_error: '',
      next_try_at: null,
    };
    // refunded meanwhile: it ends by its own turn, with the number that the partner gave
    if (await moveRight(tx.db, right.id, 'waiting', { ...change, state: 'active' })) await tellGranted(tx, right, change);
    else await moveRight(tx.db, right.id, 'ending', { partner_no, granted_at: now });
  });
}

/** The partner gave it: told to its buyer, once. */
async function tellGranted(tx: TxCtx, right: RightRow, { starts_at, ends_at }: { starts_at: Date; ends_at: Date }): Promise<void> {
  const { id, user_id, orderid, title, partner, months, phone } = right;
  await sendNotices(tx, [user_id], {
    ...{ topic: 'wallet', key: `union-right:${id}:given`, title: `联合会员权益已发放：${title}` },
    content: `${partner} ${months} 个月已发放到手机号 ${phone.slice(0, 3)}****${phone.slice(-4)}，${shanghaiDay(starts_at)} 至 ${shanghaiDay(ends_at)} 有效。`,
    href: paths.order(orderid),
  });
}

async function takeBack(ctx: Ctx, right: RightRow): Promise<void> {
  await ctx.app.providers.partner.revoke(asked(right));
  await moveRight(ctx.db, right.id, 'ending', { state: 'ended', ended_at: ctx.app.clock.now(), last_error: '', next_try_at: null });
}

const asked = ({ request_no, partner, product, months, phone }: RightRow) => ({ request_no, partner, product, months, phone });

export function unionJobs(app: App): JobDefinition[] {
  return [
    {
      name: UNION_JOB,
      cron: '* * * * *',
      async run(_payload, stopping) {
        await runRights(createCtx(app, { kind: 'job', name: UNION_JOB }, UNION_JOB), stopping);
      },
    },
  ];
}
