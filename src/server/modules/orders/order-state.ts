import { ORDER_PAID, ORDER_WAITING, type OrderList, type OrderState, type OrderStatus } from '#contract/order.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { type Ctx, requireUser } from '../../kernel/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { heldItems } from '../access/index.ts';
import { closeText, orderStateDto, statusNow } from './order-dto.ts';
import { takeTurnToQuery } from './payments/repo.ts';
import { settlePayment } from './payments/settle-payment.ts';
import { findOrder, findSales, listOf, type OrderWithQr } from './repo.ts';

/** An order waits this long for its notify before a poll asks the provider, and this long again before the next asks. */
const ASK_EVERY_MS = 5_000;

/**
 * Where the reader's own order stands; polled every 3 s (spec 4). A waiting one is looked up at the provider now and then, so a lost
 * notify costs seconds; what the provider says goes through the same verb as a notify.
 * @throws AppError 404 for what is not theirs
 */
export async function orderState(ctx: Ctx, orderid: string): Promise<OrderState> {
  const user_id = requireUser(ctx);
  const order = await ownOrder(ctx, user_id, orderid);
  if (order.status === ORDER_WAITING && (await askedProvider(ctx, order))) {
    return orderStateDto(await ownOrder(ctx, user_id, orderid), ctx.app.clock.now());
  }
  return orderStateDto(order, ctx.app.clock.now());
}

async function ownOrder(ctx: Ctx, user_id: number, orderid: string): Promise<OrderWithQr> {
  const order = await findOrder(ctx.db, orderid);
  if (order?.buyer_id !== user_id) throw notFound('订单不存在');
  return order;
}

async function askedProvider(ctx: Ctx, order: OrderWithQr): Promise<boolean> {
  const now = ctx.app.clock.now();
  const before = new Date(now.getTime() - ASK_EVERY_MS);
  if (order.payment_no === null || order.created_at > before) return false;
  const payment_no = await takeTurnToQuery(ctx.db, order.id, now, before);
  if (payment_no === null) return false;
  const { payment } = ctx.app.providers;
  try {
    const facts = await payment.query(payment_no);
    if (!facts || facts.status === 'waiting') return false;
    await settlePayment(ctx, payment.name, facts);
    return true;
  } catch (error) {
    // the next poll or the reconciliation asks again
    ctx.log.warn({ err: error, payment_no }, 'payment could not be queried');
    return false;
  }
}

/** The reader's scheme orders, newest first, of one status or all. */
export async function listOrders(ctx: Ctx, want: { status: OrderStatus | null; page: number; limit: number }): Promise<OrderList> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const { status, limit } = want;
  const { rows, total } = await listOf(ctx.db, { buyer_id: user_id, status, now, offset: (want.page - 1) * limit, limit });
  const held = await heldItems(
    ctx,
    user_id,
    rows.map((row) => row.subject_id),
  );
  return {
    list: rows.map((row) => ({
      orderid: row.orderid,
      item_id: row.subject_id,
      ...row.snapshot,
      status: statusNow(row, now),
      price: row.price_fen / 100,
      pay_price: row.pay_fen / 100,
      coupon_price: row.coupon_fen / 100,
      deduction_price: row.balance_fen / 100,
      created_at: unixSeconds(row.created_at),
      paid_at: row.paid_at ? unixSeconds(row.paid_at) : 0,
      expires_at: unixSeconds(row.expires_at),
      msg: closeText(row, now),
      can_download: row.status === ORDER_PAID && held.has(row.subject_id),
    })),
    total,
    page: want.page,
    limit: want.limit,
    server_time: unixSeconds(now),
  };
}

/** What a publisher sold, per item: paid orders and earnings in fen. Items without a sale are left out. */
export async function salesOf(
  ctx: Ctx,
  publisher_id: number,
  item_ids: readonly number[],
): Promise<Map<number, { sale_num: number; earning_fen: number }>> {
  return item_ids.length === 0 ? new Map() : findSales(ctx.db, publisher_id, item_ids);
}

/** Number of the newest payment of an order; null when there is none. For the payer's side of the sandbox: asks for no right. */
export async function paymentOfOrder(ctx: Ctx, orderid: string): Promise<string | null> {
  return (await findOrder(ctx.db, orderid))?.payment_no ?? null;
}
