import type { Licence } from '#contract/licence.ts';
import type { OrderList, OrderStatus } from '#contract/order.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { findBuyers } from './income.repo.ts';
import { orderRow } from './order-dto.ts';
import { findPaidByIds, findSold, findSoldOrders, listOf, type SoldOrder, type SubjectKey, sumSoldDays, sumSoldOrders } from './repo.ts';
import { listedSubjects, type OrderSubject, subjectOf } from './subjects.ts';

export interface OrderFilter {
  /** Null: all. */
  status: OrderStatus | null;
  /** What the orders' snapshots must hold, e.g. a kind. */
  snapshot?: object;
  /** A part of the title, or the beginning of the number. */
  words?: string;
  /** Ordered in this time, the end left out. */
  from?: Date | null;
  to?: Date | null;
  /** Rows behind this one, by the `next` of an earlier answer; then `page` is 1. */
  after_id?: number;
  page: number;
  limit: number;
}

/** The reader's orders of one subject (or its name), or with null of all, newest first. */
export async function listOrders(ctx: Ctx, only: OrderSubject | string | null, want: OrderFilter): Promise<OrderList> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const subject = typeof only === 'string' ? null : only;
  const { status, limit, page } = want;
  const { rows, counts } = await listOf(ctx.db, {
    buyer_id: user_id,
    subject: typeof only === 'string' ? only : (only?.name ?? null),
    snapshot: want.snapshot ?? {},
    status,
    words: want.words ?? '',
    from: want.from ?? null,
    to: want.to ?? null,
    after_id: want.after_id ?? 0,
    now,
    offset: (page - 1) * limit,
    limit: limit + 1,
  });
  const more = rows.length > limit;
  if (more) rows.pop();
  const usable = await usableOf(ctx, subject, user_id, rows);
  const all = counts[1] + counts[2] + counts[3];
  return {
    list: rows.map((row) => orderRow(row, usable(row), now)),
    total: status === null ? all : counts[status],
    counts: { all, waiting: counts[1], paid: counts[2], closed: counts[3] },
    page,
    limit,
    next: more ? (rows.at(-1)?.id ?? 0) : 0,
    subjects: listedSubjects(),
    server_time: unixSeconds(now),
  };
}

/** Whether the buyer can use what an order was for; each subject is asked once. */
async function usableOf(
  ctx: Ctx,
  only: OrderSubject | null,
  user_id: number,
  rows: readonly SubjectKey[],
): Promise<(row: SubjectKey) => boolean> {
  const usable = new Map<string, Set<number>>();
  for (const row of rows) {
    if (usable.has(row.subject)) continue;
    const ids = rows.flatMap(({ subject, subject_id }) => (subject === row.subject ? [subject_id] : []));
    usable.set(row.subject, await (only ?? subjectOf(row)).usable(ctx, user_id, ids));
  }
  return ({ subject, subject_id }) => usable.get(subject)?.has(subject_id) === true;
}

/** Numbers and prices of a buyer's orders by id: what was paid in all, fen, after the coupon, and what is left of it after refunds. Ids of other people's orders are absent. */
export async function paidOrders(
  ctx: Ctx,
  buyer_id: number,
  ids: readonly number[],
): Promise<Map<number, { orderid: string; licence: Licence; paid_fen: number; left_fen: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await findPaidByIds(ctx.db, { buyer_id, ids });
  return new Map(rows.map(({ id, n: _, ...order }) => [id, order]));
}

/** A publisher's sales of everything, the newest first, with the sums of all of them, fen. Refunded ones are no sales. */
export async function listSales(
  ctx: Ctx,
  publisher_id: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: SoldOrder[]; sold_num: number; sold_fen: number; earned_fen: number }> {
  const rows = await findSoldOrders(ctx.db, publisher_id, (page - 1) * limit, limit);
  const { n, price_fen, publisher_fen } = await sumSoldOrders(ctx.db, publisher_id);
  return { rows, sold_num: n, sold_fen: price_fen, earned_fen: publisher_fen };
}

/**
 * What a publisher sold since then, of everything: numbers and earnings in fen by Shanghai day, and of `subjects`, whose ids are of one sort, by id;
 * with `subject_id` of that one alone.
 */
export function soldSince(
  ctx: Ctx,
  { subjects = [], subject_id, ...of }: { publisher_id: number; since: Date; subjects?: readonly string[]; subject_id?: number },
) {
  return sumSoldDays(ctx.db, { ...of, subjects, subject_id: subject_id ?? null });
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

/** Who ordered between two instants, and whether they paid one then; `kind`: code of the item's kind, 0 for what is no item. */
export interface Buyer {
  user_id: number;
  kind: number;
  paid: boolean;
}

/** Each buyer once a kind. A payment counts in its own time, whenever it was ordered; orders that were closed again count as ordered. */
export function buyersBetween(ctx: Ctx, from: Date, to: Date): Promise<Buyer[]> {
  return findBuyers(ctx.db, from, to);
}
