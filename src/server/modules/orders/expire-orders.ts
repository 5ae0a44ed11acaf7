import { setTimeout as wait } from 'node:timers/promises';
import { ORDER_PAID, ORDER_WAITING, type OrderStatus } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { isDatabaseUnavailable } from '../../db/pool.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { paced } from '../../kernel/paced.ts';
import { closeOrder, releaseOrders } from './close-order.ts';
import { numberThere } from './payments/repo.ts';
import { closeAtProvider } from './payments/settle-payment.ts';
import { findExpired, findOrder, findOtherOpen, lockBuyerAndSubject, lockFreeOrders, markAllClosed, type SubjectKey } from './repo.ts';
import { moveOrder } from './rules.ts';

/**
 * The buyer cancels an open order. Idempotent.
 * @throws AppError 404 for what is not theirs, 409 when it is paid
 */
export async function cancelOrder(ctx: Ctx, orderid: string): Promise<void> {
  const user_id = requireUser(ctx);
  const order = await findOrder(ctx.db, orderid);
  if (order?.buyer_id !== user_id) throw notFound('订单不存在');
  const had = await inTransaction(ctx, (tx) => closeOrder(tx, order.id, 'cancelled', closeAtProvider));
  if (had === ORDER_PAID) throw conflict('订单已支付，无法关闭');
}

/** Closes an open order of something that is no longer sold; a paid one stays. Locks its payments, then the order. */
export async function closeUnpaid(tx: TxCtx, order_id: number): Promise<void> {
  await closeOrder(tx, order_id, 'cancelled', closeAtProvider);
}

/**
 * Closes the open order of a buyer who gets the subject another way, and keeps placing and settling of it away until the transaction
 * ends. Locks buyer and subject, then the order's payments, then the order.
 * @returns the status it had, 2 when it was paid at the same moment; null when there was none
 */
export async function supersedeOrder(tx: TxCtx, buyer_id: number, of: SubjectKey): Promise<OrderStatus | null> {
  await lockBuyerAndSubject(tx.db, buyer_id, of);
  const open = await findOtherOpen(tx.db, buyer_id, of);
  return open === null ? null : closeOrder(tx, open, 'superseded', closeAtProvider);
}

/** Orders closed in one transaction: few commits, and no coupon is locked for long. */
const GROUP_SIZE = 10;
/** Pause between groups of a full batch, so that thousands of expiries in one minute do not slow readers down. */
const PAUSE_MS = 5;
/** Rate and concurrency of the close requests to the provider. */
const CLOSE_EVERY_MS = 5;
const CLOSE_CONCURRENCY = 16;

/**
 * Closes expired orders in groups; those locked elsewhere and groups with a failure one by one, so that a failing order (logged, retried next
 * time) blocks no other. The provider is notified last. Safe in parallel. Returns how many were closed.
 */
export async function expireOrders(ctx: Ctx, batch = 200): Promise<number> {
  const payment_nos: string[] = [];
  const closeLater = async (_ctx: Ctx, closed: readonly string[]) => void payment_nos.push(...closed);
  let closed = 0;
  for (;;) {
    const ids = await findExpired(ctx.db, ctx.app.clock.now(), batch);
    const done = new Set<number>();
    for (let at = 0; at < ids.length; at += GROUP_SIZE) {
      for (const one of await closeTogether(ctx, ids.slice(at, at + GROUP_SIZE))) {
        done.add(one.id);
        payment_nos.push(...one.payment_nos);
      }
      if (ids.length === batch) await wait(PAUSE_MS);
    }
    closed += done.size;
    let failed = 0;
    for (const id of ids) {
      if (done.has(id)) continue;
      try {
        if ((await inTransaction(ctx, (tx) => closeOrder(tx, id, 'expired', closeLater))) === ORDER_WAITING) closed += 1;
      } catch (error) {
        // without a database none can be closed: left to the job's retries
        if (isDatabaseUnavailable(error)) throw error;
        failed += 1;
        ctx.log.error({ err: error, order_id: id }, 'expired order could not be closed');
      }
    }
    if (ids.length < batch || failed === ids.length) break;
  }
  const pace = { at_once: CLOSE_CONCURRENCY, every_ms: payment_nos.length > batch ? CLOSE_EVERY_MS : 0 };
  await paced([...new Set(payment_nos)], pace, (payment_no) => closeAtProvider(ctx, [payment_no]));
  return closed;
}

interface ClosedOrder {
  id: number;
  /** Payments that the provider has still to close. */
  payment_nos: string[];
}

/** Those that are not locked, in one transaction; none when one of them cannot be closed. */
async function closeTogether(ctx: Ctx, ids: readonly number[]): Promise<ClosedOrder[]> {
  try {
    return await inTransaction(ctx, (tx) => closeFree(tx, ids));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    ctx.log.warn({ err: error, orders: ids.length }, 'expired orders could not be closed together');
    return [];
  }
}

async function closeFree(tx: TxCtx, ids: readonly number[]): Promise<ClosedOrder[]> {
  const locked = await lockFreeOrders(tx.db, ids);
  const orders = locked.map(({ order }) => order);
  await markAllClosed(
    tx.db,
    orders.map(({ id }) => id),
    moveOrder(ORDER_WAITING, 'close'),
    'expired',
    tx.app.clock.now(),
  );
  await releaseOrders(tx, orders, 'expired');
  return locked.map(({ order, payments }) => ({
    id: order.id,
    payment_nos: payments.filter(({ status }) => status === 'waiting').map(numberThere),
  }));
}
