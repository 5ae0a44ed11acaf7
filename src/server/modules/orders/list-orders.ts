import type { OrderList, OrderStatus } from '#contract/order.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { type Ctx, requireUser } from '../../kernel/ctx.ts';
import { orderRow } from './order-dto.ts';
import { findSold, listOf } from './repo.ts';
import type { OrderSubject } from './subjects.ts';

export interface OrderFilter {
  /** Null: all. */
  status: OrderStatus | null;
  /** What the orders' snapshots must hold, e.g. a kind. */
  snapshot?: object;
  page: number;
  limit: number;
}

/** The reader's orders of one subject, newest first. */
export async function listOrders(ctx: Ctx, subject: OrderSubject, want: OrderFilter): Promise<OrderList> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const { status, limit, page } = want;
  const { rows, counts } = await listOf(ctx.db, {
    buyer_id: user_id,
    subject: subject.name,
    snapshot: want.snapshot ?? {},
    status,
    now,
    offset: (page - 1) * limit,
    limit,
  });
  const ids = rows.map((row) => row.subject_id);
  const usable = ids.length === 0 ? new Set<number>() : await subject.usable(ctx, user_id, ids);
  const all = counts[1] + counts[2] + counts[3];
  return {
    list: rows.map((row) => orderRow(row, usable.has(row.subject_id), now)),
    total: status === null ? all : counts[status],
    counts: { all, waiting: counts[1], paid: counts[2], closed: counts[3] },
    page,
    limit,
    server_time: unixSeconds(now),
  };
}

/** What a publisher sold of a subject, by its id: paid orders and earnings in fen. What was never sold is left out. */
export async function soldBy(
  ctx: Ctx,
  publisher_id: number,
  subject: string,
  subject_ids: readonly number[],
): Promise<Map<number, { sold_num: number; earning_fen: number }>> {
  return subject_ids.length === 0 ? new Map() : findSold(ctx.db, publisher_id, subject, subject_ids);
}
