import { ORDER_WAITING, type OrderStatus } from '#contract/order.ts';
import { type Ctx, createCtx, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { holdCoupon, releaseCoupon } from '../vouchers/index.ts';
import { postTransfer, postTransfers, type Transfer } from '../wallet/index.ts';
import { lockTogether } from './carts.repo.ts';
import { holdCode } from './codes.ts';
import { numberThere } from './payments/repo.ts';
import { markClosed, type OrderRecord } from './repo.ts';
import { type CloseReason, isOpen, type Move, moveOrder } from './rules.ts';
import { subjectOf } from './subjects.ts';

/**
 * Sets aside what an open order holds: what is limited, its coupon, its balance part. `balance_key`: a second hold of one order is
 * another transfer.
 * @returns what is not there any more, or null when everything is held
 * @throws AppError 余额不足
 */
export async function holdOrder(tx: TxCtx, order: OrderRecord, balance_key: string): Promise<'subject' | 'coupon' | 'code' | null> {
  const subject = subjectOf(order);
  if (subject.hold && !(await subject.hold(tx, order))) return 'subject';
  if (order.coupon_id !== null) {
    const use = {
      coupon_id: order.coupon_id,
      user_id: order.buyer_id,
      use: subject.name,
      type: subject.couponType(order.snapshot),
      price_fen: order.price_fen,
    };
    if ((await holdCoupon(tx, { ...use, order_id: order.id })) === null) return 'coupon';
  }
  if (!(await holdCode(tx, order))) return 'code';
  if (order.balance_fen > 0) {
    await postTransfer(tx, {
      key: balance_key,
      reason: 'order_held',
      reference: order.orderid,
      unit: 'fen',
      subject: order.subject,
      entries: [
        { owner_id: order.buyer_id, purpose: 'balance', amount: -order.balance_fen },
        { owner_id: order.buyer_id, purpose: 'held', amount: order.balance_fen },
      ],
    });
  }
  return null;
}

/** Gives back what orders that are closed held. Once: the caller moved each out of its status under the lock. */
export async function releaseOrders(tx: TxCtx, orders: readonly OrderRecord[], reason: CloseReason): Promise<void> {
  // one order of subjects everywhere, so that two batches cannot wait for each other
  for (const order of orders.toSorted((a, b) => a.subject_id - b.subject_id || a.id - b.id)) {
    await subjectOf(order).release?.(tx, order, reason);
    if (order.coupon_id !== null) await releaseCoupon(tx, { coupon_id: order.coupon_id, order_id: order.id });
  }
  const holding = orders.filter(({ balance_fen }) => balance_fen > 0);
  if (holding.length > 0) await postTransfers(tx, holding.map(heldBack));
}

const heldBack = (order: OrderRecord): Transfer => ({
  key: `release:${order.orderid}`,
  reason: 'order_closed',
  reference: order.orderid,
  unit: 'fen',
  subject: order.subject,
  entries: [
    { owner_id: order.buyer_id, purpose: 'held', amount: -order.balance_fen },
    { owner_id: order.buyer_id, purpose: 'balance', amount: order.balance_fen },
  ],
});

/** Asks the provider to take no more money for these payments. */
export type ClosePayments = (ctx: Ctx, payment_nos: readonly string[]) => Promise<void>;

/**
 * Closes a waiting order, and those that were to be paid together with it, and releases what they hold; after the commit `closePayments` closes its payments at the provider (a parameter to
 * avoid an import cycle: the provider's answer may settle or close orders). Locks payments, then orders.
 * @returns the status it had: anything but 1 means that nothing was done
 */
export async function closeOrder(tx: TxCtx, order_id: number, reason: CloseReason, closePayments: ClosePayments): Promise<OrderStatus> {
  const { payments, orders } = await lockTogether(tx.db, order_id);
  const { status } = orders.find(({ id }) => id === order_id) as OrderRecord;
  if (status !== ORDER_WAITING) return status;
  for (const order of orders.filter(isOpen)) await closeLocked(tx, order, moveOrder(order.status, 'close'), reason);
  const open = [...new Set(payments.filter((payment) => payment.status === 'waiting').map(numberThere))];
  if (open.length > 0) {
    // after the commit and with a context of its own: a slow provider must not hold locks
    tx.afterCommit(() => closePayments(createCtx(tx.app, { kind: 'job', name: 'orders.close' }, tx.request_id), open));
  }
  return status;
}

/** The same for one order that the caller locked after its payments. The provider is not asked. */
export async function closeLocked(tx: TxCtx, order: OrderRecord, move: Move<OrderStatus>, reason: CloseReason): Promise<void> {
  assert(await markClosed(tx.db, order.id, move, reason, tx.app.clock.now()), `order ${order.orderid} moved under its lock`);
  await releaseOrders(tx, [order], reason);
}
