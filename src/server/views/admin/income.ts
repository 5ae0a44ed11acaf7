import type { Income, IncomeRange, IncomeSums } from '#contract/bills.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { shanghaiDay, shanghaiDayEnd } from '../../kernel/clock.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { allKinds } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import { type IncomeRow, incomeSince, listedSubjects } from '../../modules/orders/index.ts';
import { owedNow } from '../../modules/wallet/index.ts';
import { drawBars } from '../figures/draw-figures.ts';

const DAY_MS = 86_400_000;

/** What was sold and given back in the last days, by day and by what it was, with a chart. @throws AppError 403 */
export async function income(ctx: Ctx, range: IncomeRange): Promise<Income> {
  requireVerb(ctx, 'bill.see');
  const now = ctx.app.clock.now();
  const since = new Date(shanghaiDayEnd(now).getTime() - range * DAY_MS);
  const [rows, owed] = await Promise.all([incomeSince(ctx, since), owedNow(ctx)]);
  const days = Array.from({ length: range }, (_, at) => shanghaiDay(new Date(since.getTime() + at * DAY_MS)));
  const sorts = new Map(rows.map((row) => [`${row.subject}/${row.kind}`, row]));
  const shown = days.map((day) => ({ day, ...sums(rows.filter((row) => row.day === day)) }));
  return {
    range,
    totals: sums(rows),
    days: shown,
    kinds: [...sorts]
      .map(([key, sort]) => ({ key, title: soldAs(sort), ...sums(rows.filter((row) => `${row.subject}/${row.kind}` === key)) }))
      .toSorted((a, b) => b.sold - a.sold),
    owed: owed.spend_fen / 100,
    escrow: owed.escrow_fen / 100,
    chart: drawBars(
      shown.map(({ day, sold }) => ({ day, value: sold })),
      { title: '成交额', unit: '元' },
    ),
  };
}

/** The same as a file for spreadsheets: one line a day and sort. @throws AppError 403 */
export async function incomeCsv(ctx: Ctx, range: IncomeRange): Promise<string> {
  requireVerb(ctx, 'bill.see');
  const since = new Date(shanghaiDayEnd(ctx.app.clock.now()).getTime() - range * DAY_MS);
  const rows = (await incomeSince(ctx, since)).toSorted((a, b) => a.day.localeCompare(b.day) || soldAs(a).localeCompare(soldAs(b)));
  const lines = rows.map((row) =>
    csvLine([
      row.day,
      soldAs(row),
      row.orders,
      fenToYuan(row.sold_fen),
      fenToYuan(row.refunded_fen),
      signed(row.publisher_fen),
      fenToYuan(row.coupon_fen),
      signed(row.prepaid_fen),
    ]),
  );
  return CSV_START + csvLine(['日期', '类型', '成交笔数', '成交额', '退款', '发布者分成', '优惠券', '预收（猫币充值）']) + lines.join('');
}

/** A number, because a text with a minus is taken for a formula. */
const signed = (fen: number): string | number => (fen < 0 ? fen / 100 : fenToYuan(fen));

/** What was sold, in a word for staff. */
export function soldAs({ subject, kind }: Pick<IncomeRow, 'subject' | 'kind'>): string {
  const noun = kind > 0 ? allKinds().find(({ code }) => code === kind)?.noun : undefined;
  return noun ?? listedSubjects().find(({ name }) => name === subject)?.title ?? subject;
}

function sums(rows: readonly IncomeRow[]): IncomeSums {
  const sum = (name: 'orders' | 'sold_fen' | 'refunded_fen' | 'publisher_fen' | 'coupon_fen' | 'prepaid_fen') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    orders: sum('orders'),
    sold: sum('sold_fen') / 100,
    refunded: sum('refunded_fen') / 100,
    publishers: sum('publisher_fen') / 100,
    coupons: sum('coupon_fen') / 100,
    prepaid: sum('prepaid_fen') / 100,
  };
}
