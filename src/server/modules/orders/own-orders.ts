import { ORDER_PAID, type OrderDetail } from '#contract/order.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { yuan } from '../../kernel/money.ts';
import { findInvoiceable, findPaidSince, sumInvoiceable } from './bill-books.repo.ts';
import { licenceOf, orderRow, payLinks } from './order-dto.ts';
import { ownOrder } from './order-state.ts';
import { ownRefund } from './refunds/ask-own-refund.ts';
import { leftToRefund } from './refunds/rules.ts';
import { findOrder, findPaidBy, lockOrder, markHidden, type OrderRecord } from './repo.ts';
import { findOrdersById } from './staff.repo.ts';
import { subjectOf } from './subjects.ts';

/**
 * The reader's own order with all its amounts and times, as a receipt shows it.
 * @throws AppError 404 for what is not theirs
 */
export async function orderDetail(
  ctx: Ctx,
  orderid: string,
): Promise<Omit<OrderDetail, 'invoice' | 'invoice_earlier' | 'invoice_price' | 'invoice_mailed'>> {
  const user_id = requireUser(ctx);
  const order = await ownOrder(ctx, user_id, orderid);
  const now = ctx.app.clock.now();
  const [usable, paid_by, parts, refund] = await Promise.all([
    subjectOf(order).usable(ctx, user_id, [order.subject_id]),
    order.paid_at === null ? null : findPaidBy(ctx.db, order.id),
    subjectOf(order).parts?.(ctx, order) ?? [],
    ownRefund(ctx, order),
  ]);
  const links = subjectOf(order).links?.(order) ?? {};
  return {
    ...orderRow(order, usable.has(order.subject_id), now),
    noun: subjectOf(order).texts(order.snapshot).noun,
    licence: licenceOf(order),
    list_price: yuan(order.list_price_fen),
    saved_by: order.snapshot.saved_by ?? 'member',
    ...payLinks(ctx, order, now),
    done_href: links.done ?? links.page ?? '',
    // what was paid by QR, whatever became of it afterwards
    channel: paid_by?.channel ?? '',
    trade_no: paid_by?.trade_no ?? '',
    closed_at: order.closed_at ? unixSeconds(order.closed_at) : 0,
    server_time: unixSeconds(now),
    parts,
    refund,
  };
}

/**
 * The buyer takes a closed order out of their list; the order itself stays. Doing it twice is the same as once.
 * @throws AppError 404 for what is not theirs, 409 while it can be paid and when it is paid: that is what receipts are made of
 */
export async function hideOrder(ctx: Ctx, orderid: string): Promise<void> {
  const order = await ownOrder(ctx, requireUser(ctx), orderid);
  if (await markHidden(ctx.db, order.id, ctx.app.clock.now())) return;
  throw conflict(order.status === ORDER_PAID ? '已支付的订单不能删除' : '请先关闭订单再删除');
}

/** As much of an order as who writes papers about it needs. */
export interface PaidOrderFacts {
  id: number;
  buyer_id: number;
  title: string;
  /** What the buyer paid and has not got back, fen: also of one that ended with a part of its price. 0: it is not paid. */
  left_fen: number;
}

const MOST = 20;

/** A buyer's paid orders of a subject since then, the newest first; the 20 newest at most. */
export function paidSince(ctx: Ctx, of: { buyer_id: number; subject: string; since: Date }) {
  return findPaidSince(ctx.db, of, MOST);
}

/** Numbers of orders by their ids. */
export async function orderids(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await findOrdersById(ctx.db, ids)).map(({ id, orderid }) => [id, orderid]));
}

/** What orders were for, by their numbers; what is no order is absent. */
export async function orderTitles(ctx: Ctx, orderids: readonly string[]): Promise<Map<string, string>> {
  const found = await Promise.all([...new Set(orderids)].filter(Boolean).map((orderid) => findOrder(ctx.db, orderid)));
  return new Map(found.flatMap((order) => (order ? [[order.orderid, order.snapshot.title]] : [])));
}

/** A buyer's orders with money that stayed, but for these, a page of them and the sums of all. */
export async function invoiceableOrders(ctx: Ctx, buyer_id: number, of: { but_ids: readonly number[]; offset: number; limit: number }) {
  const rows = of.limit === 0 ? [] : await findInvoiceable(ctx.db, { buyer_id, ...of });
  return { rows, ...(await sumInvoiceable(ctx.db, buyer_id, of.but_ids)) };
}

/** The reader's own order. @throws AppError 404 for what is not theirs */
export async function ownPaidOrder(ctx: Ctx, orderid: string): Promise<PaidOrderFacts> {
  return factsOf(await ownOrder(ctx, requireUser(ctx), orderid));
}

/** The same, locked until the transaction ends. */
export async function lockOwnOrder(tx: TxCtx, orderid: string): Promise<PaidOrderFacts> {
  const { id } = await ownOrder(tx, requireUser(tx), orderid);
  return factsOf(await lockOrder(tx.db, id));
}

/** Any order for staff, locked until the transaction ends; its right is the caller's to ask. */
export async function lockOrderFacts(tx: TxCtx, order_id: number): Promise<PaidOrderFacts> {
  return factsOf(await lockOrder(tx.db, order_id));
}

/**
 * The row of a buyer's own paid order, locked until the transaction ends, so that no refund comes between.
 * @throws AppError 404 for what is not theirs, 409 when it is not paid
 */
export async function lockPaidOrder(tx: TxCtx, of: { orderid: string; buyer_id: number }): Promise<OrderRecord> {
  const found = await findOrder(tx.db, of.orderid);
  if (found?.buyer_id !== of.buyer_id) throw notFound('订单不存在');
  const order = await lockOrder(tx.db, found.id);
  if (order.status !== ORDER_PAID) throw conflict('订单尚未支付或已退款');
  return order;
}

function factsOf(order: OrderRecord): PaidOrderFacts {
  const { id, buyer_id, snapshot, status, close_reason } = order;
  const was_paid = status === ORDER_PAID || close_reason === 'refunded';
  return { id, buyer_id, title: snapshot.title, left_fen: was_paid ? leftToRefund(order) : 0 };
}
