import { ORDER_PAID, type OrderDetail } from '#contract/order.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { yuan } from '../../kernel/money.ts';
import { orderRow, payLinks } from './order-dto.ts';
import { ownOrder } from './order-state.ts';
import { ownRefund } from './refunds/ask-own-refund.ts';
import { findPaidBy, markHidden } from './repo.ts';
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
