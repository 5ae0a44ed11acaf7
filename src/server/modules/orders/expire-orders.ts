import { setTimeout as wait } from 'node:timers/promises';
import { ORDER_WAITING } from '#contract/order.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { isDatabaseUnavailable } from '../../db/pool.ts';
import { paced } from '../../kernel/paced.ts';
import { closeOrder } from './close-order.ts';
import { releaseOrders } from './hold-order.ts';
import { closeAtProvider } from './payments/settle-payment.ts';
import { findExpired, lockFreeOrders, markAllClosed } from './repo.ts';
import { moveOrder } from './rules.ts';

/** So many orders share a transaction: few commits, and nobody's coupon is locked for long. */
const TOGETHER = 10;
/** Between groups of many, so that thousands that end in one minute are not noticed by those who read meanwhile. */
const GIVE_WAY_MS = 5;
/** So often at most is a payment told to the provider, and so many wait for its answer at once: a quick one costs readers little, a slow one is not waited for. */
const ASK_EVERY_MS = 5;
const ASK_AT_ONCE = 16;

/**
 * Closes orders whose time is up, many in one transaction. Those that somebody else has in hand, and a group of which one cannot be closed,
 * are closed one by one: what fails is logged and tried again next time, and keeps nobody else's coupon and balance. The provider hears of
 * all when the books are closed. Safe in parallel. Returns how many were closed.
 */
export async function expireOrders(ctx: Ctx, batch = 200): Promise<number> {
  const payment_nos: string[] = [];
  const tellLater = async (_ctx: Ctx, closed: readonly string[]) => void payment_nos.push(...closed);
  let closed = 0;
  for (;;) {
    const ids = await findExpired(ctx.db, ctx.app.clock.now(), batch);
    const done = new Set<number>();
    for (let at = 0; at < ids.length; at += TOGETHER) {
      for (const one of await closeTogether(ctx, ids.slice(at, at + TOGETHER))) {
        done.add(one.id);
        payment_nos.push(...one.payment_nos);
      }
      if (ids.length === batch) await wait(GIVE_WAY_MS);
    }
    closed += done.size;
    let failed = 0;
    for (const id of ids) {
      if (done.has(id)) continue;
      try {
        if ((await inTransaction(ctx, (tx) => closeOrder(tx, id, 'expired', tellLater))) === ORDER_WAITING) closed += 1;
      } catch (error) {
        // without a database none can be closed: the job's own tries are for that
        if (isDatabaseUnavailable(error)) throw error;
        failed += 1;
        ctx.log.error({ err: error, order_id: id }, 'expired order could not be closed');
      }
    }
    if (ids.length < batch || failed === ids.length) break;
  }
  const pace = { at_once: ASK_AT_ONCE, every_ms: payment_nos.length > batch ? ASK_EVERY_MS : 0 };
  await paced(payment_nos, pace, (payment_no) => closeAtProvider(ctx, [payment_no]));
  return closed;
}

interface ClosedOrder {
  id: number;
  /** Of which the provider does not know yet that we take no more. */
  payment_nos: string[];
}

/** Those of them that are free, in one transaction; none when one of them cannot be closed. */
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
    payment_nos: payments.filter(({ status }) => status === 'waiting').map(({ payment_no }) => payment_no),
  }));
}
