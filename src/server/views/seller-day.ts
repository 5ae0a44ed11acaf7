import type { SellerDay } from '#contract/center.ts';
import { PUBLISHED_KINDS } from '#contract/kinds.ts';
import { type App, type Ctx, readTogether, requireUser } from '../app/ctx.ts';
import { rowByRow, timedJob } from '../app/timed-job.ts';
import type { JobDefinition } from '../db/jobs.ts';
import { shanghaiDay, shanghaiDayEnd } from '../kernel/clock.ts';
import { fenToYuan } from '../kernel/money.ts';
import { countItemsOf, viewsOf } from '../modules/catalog/index.ts';
import { sendOwnNotice } from '../modules/notices/index.ts';
import { listSales, SALES_PAGE, sellersBetween, sellersOfMonth, soldSince } from '../modules/orders/index.ts';
import { withdrawable } from '../modules/payouts/index.ts';

const DAY_MS = 86_400_000;
const dayStart = (at: Date): Date => new Date(shanghaiDayEnd(at).getTime() - DAY_MS);

/** Monday's beginning in Shanghai, where it is not yet over. */
export function weekStart(at: Date): Date {
  const start = dayStart(at);
  // noon, so that the day of the week is Shanghai's
  const day = new Date(start.getTime() + DAY_MS / 2).getUTCDay();
  return new Date(start.getTime() - ((day + 6) % 7) * DAY_MS);
}

/** What the signed-in publisher's works brought today and this week, by the sales that 我的数据 and the wallet show; null: they never had any. */
export async function sellerDay(ctx: Ctx): Promise<SellerDay | null> {
  const publisher_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const [items, { sold_num }] = await readTogether(
    ctx,
    () => countItemsOf(ctx, publisher_id, PUBLISHED_KINDS),
    () => listSales(ctx, publisher_id, { page: 1, limit: 1 }),
  );
  const works = items.get('published') ?? 0;
  if (works === 0 && sold_num === 0) return null;
  const today = shanghaiDay(now);
  const [{ by_day }, views, { available_fen, pending_fen }] = await readTogether(
    ctx,
    () => soldSince(ctx, { publisher_id, since: weekStart(now) }),
    () => viewsOf(ctx, { publisher_id, since_day: today }),
    () => withdrawable(ctx, publisher_id),
  );
  const days = [...by_day.values()];
  return {
    ...{ works, sold: sold_num > 0, views_today: views.by_day.get(today) ?? 0, sold_today: by_day.get(today)?.n ?? 0 },
    sold_week: days.reduce((sum, { n }) => sum + n, 0),
    earned_week: days.reduce((sum, { publisher_fen }) => sum + publisher_fen, 0) / 100,
    ...{ available: available_fen / 100, pending: pending_fen / 100 },
  };
}

const BATCH = 200;

/** Sums up yesterday for every publisher whose sales moved on it, once a day however often it is called. */
export async function tellSellerDays(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const to = dayStart(ctx.app.clock.now());
  const from = new Date(to.getTime() - DAY_MS);
  const day = shanghaiDay(from);
  await forSellers(
    ctx,
    sellersBetween,
    { from, to, ...(stopping && { stopping }) },
    async ({ publisher_id, sold_num, earned_fen, back_fen }) => {
      const { by_day } = await viewsOf(ctx, { publisher_id, since_day: day });
      const sold = sold_num > 0 ? `售出 ${sold_num} 笔，收益 ¥${fenToYuan(earned_fen)}` : '';
      const back = back_fen > 0 ? `之前的订单退款，收益扣回 ¥${fenToYuan(back_fen)}` : '';
      await sendOwnNotice(ctx, {
        ...{ user_id: publisher_id, topic: 'seller_day', key: `seller-day:${day}`, title: `昨日小结：${sold || back}` },
        content: `${[sold && back, `作品被看 ${by_day.get(day) ?? 0} 次`].filter(Boolean).join('；')}。`,
        href: sold ? SALES_PAGE : '/personalCenter/myWallet#earning',
      });
    },
  );
}

type Sums = Awaited<ReturnType<typeof sellersBetween>>[number];

/** Calls `tell` for each publisher whose sales moved between two instants. */
async function forSellers(
  ctx: Ctx,
  find: typeof sellersBetween,
  { from, to, stopping }: { from: Date; to: Date; stopping?: AbortSignal },
  tell: (sums: Sums) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const some = await find(ctx, { from, to, after, limit: BATCH });
    await rowByRow(ctx, some, 'a publisher was not sent their sums', tell, stopping);
    if (some.length < BATCH) return;
    after = some.at(-1)?.publisher_id ?? after;
  }
}

/** The month before this one, in Shanghai: its name and its two ends. */
function lastMonth(now: Date): { month: string; from: Date; to: Date } {
  const startOf = (day: string) => dayStart(new Date(`${day}T12:00:00+08:00`));
  const to = startOf(`${shanghaiDay(now).slice(0, 7)}-01`);
  const month = shanghaiDay(new Date(to.getTime() - DAY_MS)).slice(0, 7);
  return { month, from: startOf(`${month}-01`), to };
}

/** The statement of last month for every publisher whose sales moved in it, once a month however often it is called. */
export async function tellSellerMonths(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const { month, from, to } = lastMonth(ctx.app.clock.now());
  await forSellers(ctx, sellersOfMonth, { from, to, ...(stopping && { stopping }) }, ({ publisher_id, sold_num, earned_fen, back_fen }) =>
    sendOwnNotice(ctx, {
      ...{ user_id: publisher_id, topic: 'seller_month', key: `seller-month:${month}` },
      title: `${month.replace('-', ' 年 ').replace(' 0', ' ')} 月对账单：净收益 ¥${fenToYuan(earned_fen - back_fen)}`,
      content: `售出 ${sold_num} 笔，收益 ¥${fenToYuan(earned_fen)}，退款扣回 ¥${fenToYuan(back_fen)}。逐笔明细可以查看和导出。`,
      href: `/personalCenter/myWallet?month=${month}#earning`,
    }),
  );
}

/** First before the mails of a day go out (DIGEST_HOUR); then for who was missed. */
export const sellerJobs = (app: App): JobDefinition[] => [
  timedJob(app, 'sellers.day', '40 8-20 * * *', tellSellerDays),
  timedJob(app, 'sellers.month', '45 8-20 1-5 * *', tellSellerMonths),
];
