import { ORDER_WAITING, type OrderState } from '#contract/order.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { orderStateDto } from './order-dto.ts';
import { takeTurnToQuery } from './payments/repo.ts';
import { settlePayment } from './payments/settle-payment.ts';
import { findOrder, type OrderWithQr } from './repo.ts';
import { isTransferNo } from './rules.ts';

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
  return orderStateDto(order, ctx.app.clock.now(), await isScanned(ctx, order));
}

/** Where the provider reports it. Unknown counts as no: the QR stays as it is. */
async function isScanned(ctx: Ctx, order: OrderWithQr): Promise<boolean> {
  const { payment } = ctx.app.providers;
  if (order.status !== ORDER_WAITING || order.payment_no === null || isTransferNo(order.payment_no) || !payment.isScanned) return false;
  try {
    return await payment.isScanned(order.payment_no);
  } catch (error) {
    ctx.log.warn({ err: error, payment_no: order.payment_no }, 'whether the code was scanned is not known');
    return false;
  }
}

/** The user's own order, whatever its subject. @throws AppError 404 for what is not theirs */
export async function ownOrder(ctx: Ctx, user_id: number, orderid: string): Promise<OrderWithQr> {
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

/** Number of the newest payment of an order; null when there is none. For the payer's side of the sandbox: asks for no right. */
export async function paymentOfOrder(ctx: Ctx, orderid: string): Promise<string | null> {
  return (await findOrder(ctx.db, orderid))?.payment_no ?? null;
}
