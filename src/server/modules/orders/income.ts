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
  for (const row of [...sold.map((one) => ({ ...one, refunded_fen: 0 })), ...refunded.map((one) => ({ ...EMPTY, ...one }))]) {
    const key = `${row.day}/${row.subject}/${row.kind}`;
    const had = rows.get(key);
    rows.set(key, had ? { ...had, refunded_fen: had.refunded_fen + row.refunded_fen } : row);
  }
  return [...rows.values()];
}

const EMPTY = { orders: 0, sold_fen: 0, publisher_fen: 0, coupon_fen: 0 };
