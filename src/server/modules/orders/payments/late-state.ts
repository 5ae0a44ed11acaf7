import { ORDER_WAITING } from '#contract/order.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { usableCoupon } from '../../vouchers/index.ts';
import { lockSpendableBalance } from '../../wallet/index.ts';
import { findOtherOpen, lockBuyerAndSubject, lockOrder, lockPaymentsOf, type OrderRecord } from '../repo.ts';
import { rivalsOf, subjectOf } from '../subjects.ts';

/**
 * Whether a closed order that was paid late can still be fulfilled: it is wanted, and its coupon and balance part are available (including
 * what a newer open order holds, which would be closed). Locks buyer and subject, then the newer order.
 */
export async function lateState(tx: TxCtx, order: OrderRecord): Promise<{ can_fulfil_late: boolean; newer: OrderRecord | null }> {
  await lockBuyerAndSubject(tx.db, order.buyer_id, rivalsOf(subjectOf(order), order.subject_id));
  const newer = await lockNewer(tx, order);
  return { can_fulfil_late: await canFulfil(tx, order, newer), newer };
}

async function canFulfil(tx: TxCtx, order: OrderRecord, newer: OrderRecord | null): Promise<boolean> {
  const subject = subjectOf(order);
  if (!(await subject.isWanted(tx, order))) return false;
  if (order.coupon_id !== null) {
    const { coupon_id, buyer_id: user_id, price_fen } = order;
    const use = { coupon_id, user_id, use: subject.name, type: subject.couponType(order.snapshot), price_fen, held_by: newer?.id ?? null };
    if (!(await usableCoupon(tx, use))) return false;
  }
  return order.balance_fen <= (await lockSpendableBalance(tx, order.buyer_id)) + (newer?.balance_fen ?? 0);
}

async function lockNewer(tx: TxCtx, order: OrderRecord): Promise<OrderRecord | null> {
  const id = await findOtherOpen(tx.db, order.buyer_id, rivalsOf(subjectOf(order), order.subject_id), order.id);
  if (id === null) return null;
  await lockPaymentsOf(tx.db, id);
  const newer = await lockOrder(tx.db, id);
  return newer.status === ORDER_WAITING ? newer : null;
}
