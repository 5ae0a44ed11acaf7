import type { TxCtx } from '../../app/ctx.ts';
import { holdCoupon, releaseCoupon } from '../vouchers/index.ts';
import { postTransfer } from '../wallet/index.ts';
import type { OrderRecord } from './repo.ts';
import { subjectOf } from './subjects.ts';

/**
 * Sets aside what an open order holds: what is limited, its coupon, its balance part. `balance_key`: a second hold of one order is
 * another transfer.
 * @returns what is not there any more, or null when everything is held
 * @throws AppError 余额不足
 */
export async function holdOrder(tx: TxCtx, order: OrderRecord, balance_key: string): Promise<'subject' | 'coupon' | null> {
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
  if (order.balance_fen > 0) {
    await postTransfer(tx, {
      key: balance_key,
      reason: 'order_held',
      reference: order.orderid,
      unit: 'fen',
      entries: [
        { owner_id: order.buyer_id, purpose: 'balance', amount: -order.balance_fen },
        { owner_id: order.buyer_id, purpose: 'held', amount: order.balance_fen },
      ],
    });
  }
  return null;
}

/** Gives back what an order that is closed held. Once: the caller moved it out of its status under the lock. */
export async function releaseOrder(tx: TxCtx, order: OrderRecord): Promise<void> {
  await subjectOf(order).release?.(tx, order);
  if (order.coupon_id !== null) await releaseCoupon(tx, { coupon_id: order.coupon_id, order_id: order.id });
  if (order.balance_fen > 0) {
    await postTransfer(tx, {
      key: `release:${order.orderid}`,
      reason: 'order_closed',
      reference: order.orderid,
      unit: 'fen',
      entries: [
        { owner_id: order.buyer_id, purpose: 'held', amount: -order.balance_fen },
        { owner_id: order.buyer_id, purpose: 'balance', amount: order.balance_fen },
      ],
    });
  }
}
