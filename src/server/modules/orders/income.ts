import type { Ctx } from '../../app/ctx.ts';
import { findIncomeRows, findRefundedRows } from './income.repo.ts';

/** One day and one sort of thing; amounts in fen. */
export interface IncomeRow {
  /** Shanghai day. */
  day: string;
  subject: string;
  /** Code of the item's kind; 0 for what is no item. */
  kind: number;
  orders: number;
  sold_fen: number;
  refunded_fen: number;
  /** What publishers have of it: their shares less what they gave back of refunds. */
  publisher_fen: number;
  coupon_fen: number;
}

/**
 * What was sold and given back since then, by day and by what it was. A sale stays in its day and a refund stands in its own, so a day that is over
 * never changes.
 */
export async function incomeSince(ctx: Ctx, since: Date): Promise<IncomeRow[]> {
  const [sold, refunded] = await Promise.all([findIncomeRows(ctx.db, since), findRefundedRows(ctx.db, since)]);
  const rows = new Map<string, IncomeRow>();
  const back = refunded.map(({ publisher_back_fen, ...one }) => ({ ...EMPTY, ...one, publisher_fen: -publisher_back_fen }));
  for (const row of [...sold.map((one) => ({ ...one, refunded_fen: 0 })), ...back]) {
    const key = `${row.day}/${row.subject}/${row.kind}`;
    const had = rows.get(key);
    rows.set(
      key,
      had ? { ...had, refunded_fen: had.refunded_fen + row.refunded_fen, publisher_fen: had.publisher_fen + row.publisher_fen } : row,
    );
  }
  return [...rows.values()];
}

const EMPTY = { orders: 0, sold_fen: 0, coupon_fen: 0 };

/** The same by day, all sorts together: what was sold less what went back on that day. Days without any are absent. */
export async function incomeByDay(ctx: Ctx, since: Date): Promise<Array<{ day: string; income_fen: number; orders: number }>> {
  const days = new Map<string, { day: string; income_fen: number; orders: number }>();
  for (const { day, orders, sold_fen, refunded_fen } of await incomeSince(ctx, since)) {
    const had = days.get(day) ?? { day, income_fen: 0, orders: 0 };
    days.set(day, { day, income_fen: had.income_fen + sold_fen - refunded_fen, orders: had.orders + orders });
  }
  return [...days.values()];
}
