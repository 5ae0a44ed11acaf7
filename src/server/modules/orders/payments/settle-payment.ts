import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING } from '#contract/order.ts';
import { brokenConstraint } from '../../../db/pool.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../../kernel/ctx.ts';
import { serialNumber } from '../../../kernel/ids.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import { hasGrant } from '../../access/index.ts';
import { getSaleItem } from '../../catalog/index.ts';
import { holdCoupon, usableCoupon } from '../../vouchers/index.ts';
import { lockSpendableBalance, postTransfer } from '../../wallet/index.ts';
import { couponTypeOf } from '../quote-order.ts';
import { findOtherOpen, lockBuyerAndItem, lockOrder, lockPaymentsOf, type OrderRecord, type PaymentRecord } from '../repo.ts';
import { nextStatus } from '../rules.ts';
import { settleSale } from '../settle-sale.ts';
import { shutOrder } from '../shut-order.ts';
import { compare, isSettled } from './compare-facts.ts';
import { findPayment, insertRefund, lockPaymentAndOrder, markClosedThere, markSettled } from './repo.ts';
import { settleTogether } from './settle-together.ts';

/** What became of a provider's word. Everything but `refused` is an answer that stops the provider from calling again. */
export type SettleOutcome =
  /** The order is paid by this payment. */
  | { outcome: 'settled'; order_id: number }
  /** We knew it already. */
  | { outcome: 'seen'; order_id: number }
  /** The money is not needed (paid twice, or too late) and goes back by itself. */
  | { outcome: 'refunding'; order_id: number }
  /** Nobody paid yet. */
  | { outcome: 'waiting'; order_id: number }
  /** Declined or closed there: the order is closed. */
  | { outcome: 'closed'; order_id: number }
  /** Not about a payment of ours, or in other words than ours: nothing was done. */
  | { outcome: 'refused'; reason: string };

/**
 * The one verb for notify, poll, confirm and reconciliation: takes what a provider says about a payment (the caller verified that the
 * provider says it) and brings our books in line, in one transaction. Locks the payment, then the order. Seen twice it is a no-op
 * with the same answer; a second or late payment settles if the item is still wanted and pays itself back otherwise. Spec 4, Order flow.
 */
export async function settlePayment(ctx: Ctx, provider: string, facts: PaymentFacts): Promise<SettleOutcome> {
  try {
    return await settleFacts(ctx, provider, facts);
  } catch (error) {
    // the provider's number of another payment's money: that is settled once
    if (brokenConstraint(error) === 'payments_trade') return refuse(ctx, facts, 'trade_no');
    throw error;
  }
}

async function settleFacts(ctx: Ctx, provider: string, facts: PaymentFacts): Promise<SettleOutcome> {
  if (facts.status === 'paid') {
    const order_id = await settleTogether(ctx.db, { ctx, provider, facts });
    if (order_id !== null) return { outcome: 'settled', order_id };
  }
  const payment = await findPayment(ctx.db, facts.payment_no);
  const wrong = payment ? compare(ctx, provider, facts, payment) : 'payment_no';
  if (!payment || wrong) return refuse(ctx, facts, wrong ?? 'payment_no');
  if (facts.status === 'waiting') return { outcome: 'waiting', order_id: payment.order_id };
  if (facts.status === 'failed' || facts.status === 'closed') return closedThere(ctx, payment, facts.status);
  // what a provider answers to a question is parsed by nobody else
  if (facts.status !== 'paid') return refuse(ctx, facts, 'status');
  if (isSettled(payment)) return { outcome: 'seen', order_id: payment.order_id };
  return inTransaction(ctx, async (tx) => {
    const locked = await lockPaymentAndOrder(tx.db, facts.payment_no);
    if (!locked || compare(tx, provider, facts, locked.payment)) return refuse(tx, facts, 'changed');
    const { payment, order } = locked;
    if (isSettled(payment)) return { outcome: 'seen', order_id: order.id };
    if (order.status === ORDER_WAITING) return onTime(tx, facts, payment, order);
    if (order.status === ORDER_CLOSED && (await wantedStill(tx, payment, order))) return late(tx, facts, payment, order);
    return payBack(tx, facts, payment, order, order.status === ORDER_PAID ? 'paid_twice' : 'paid_late');
  });
}

function refuse(ctx: Ctx, facts: PaymentFacts, reason: string): SettleOutcome {
  ctx.log.error({ payment_no: facts.payment_no, reason }, 'payment facts refused');
  return { outcome: 'refused', reason };
}

async function onTime(tx: TxCtx, facts: PaymentFacts, payment: PaymentRecord, order: OrderRecord): Promise<SettleOutcome> {
  if (await settle(tx, facts, payment, order)) return { outcome: 'settled', order_id: order.id };
  await shutOrder(tx, order.id, 'superseded', closeAtProvider);
  return payBack(tx, facts, payment, order, 'owned_already');
}

function settle(tx: TxCtx, facts: PaymentFacts, payment: PaymentRecord, order: OrderRecord): Promise<boolean> {
  const paid_key = `pay:${payment.payment_no}`;
  nextStatus(order.status, order.status === ORDER_CLOSED ? 'pay_late' : 'pay');
  return settleSale(tx, order, paid_key, async () => {
    const row = {
      payment_id: payment.id,
      order_id: order.id,
      channel: facts.channel,
      trade_no: facts.trade_no,
      paid_key,
      from: order.status,
    };
    return (await markSettled(tx.db, [row], tx.app.clock.now())) === 1;
  });
}

/**
 * Whether a closed order can still be fulfilled as it was: the buyer does not have the item, and its coupon and balance part are
 * there again (what a newer open order of the same item holds counts, that one gives way).
 */
async function wantedStill(tx: TxCtx, payment: PaymentRecord, order: OrderRecord): Promise<boolean> {
  if (order.close_reason === 'refunded') return false;
  await lockBuyerAndItem(tx.db, order.buyer_id, order.subject_id);
  const newer = await lockNewer(tx, order);
  if (await hasGrant(tx, order.buyer_id, order.subject_id)) return false;
  if (order.coupon_id !== null) {
    const use = {
      coupon_id: order.coupon_id,
      user_id: order.buyer_id,
      type: await couponTypeOfOrder(tx, order),
      price_fen: order.price_fen,
    };
    if (!(await usableCoupon(tx, { ...use, held_by: newer?.id ?? null }))) return false;
  }
  if (order.balance_fen > (await lockSpendableBalance(tx, order.buyer_id)) + (newer?.balance_fen ?? 0)) return false;
  return payment.order_id === order.id;
}

async function couponTypeOfOrder(tx: TxCtx, order: OrderRecord): Promise<number> {
  const item = await getSaleItem(tx, order.subject_id);
  return item ? couponTypeOf(item) : 0;
}

async function lockNewer(tx: TxCtx, order: OrderRecord): Promise<OrderRecord | null> {
  const id = await findOtherOpen(tx.db, order.buyer_id, order.subject_id, order.id);
  if (id === null) return null;
  await lockPaymentsOf(tx.db, id);
  const newer = await lockOrder(tx.db, id);
  return newer.status === ORDER_WAITING ? newer : null;
}

async function late(tx: TxCtx, facts: PaymentFacts, payment: PaymentRecord, order: OrderRecord): Promise<SettleOutcome> {
  const newer = await findOtherOpen(tx.db, order.buyer_id, order.subject_id, order.id);
  if (newer !== null) await shutOrder(tx, newer, 'superseded', closeAtProvider);
  if (order.coupon_id !== null) {
    const use = {
      coupon_id: order.coupon_id,
      user_id: order.buyer_id,
      type: await couponTypeOfOrder(tx, order),
      price_fen: order.price_fen,
    };
    const held = await holdCoupon(tx, { ...use, order_id: order.id });
    // somebody took it between the look and the hold: the next notify finds it gone and pays back
    if (held === null) throw new Error(`coupon of late order ${order.orderid} went away`);
  }
  if (order.balance_fen > 0) {
    await postTransfer(tx, {
      key: `rehold:${payment.payment_no}`,
      reason: 'order_held',
      reference: order.orderid,
      unit: 'fen',
      entries: [
        { owner_id: order.buyer_id, purpose: 'balance', amount: -order.balance_fen },
        { owner_id: order.buyer_id, purpose: 'held', amount: order.balance_fen },
      ],
    });
  }
  if (!(await settle(tx, facts, payment, order))) throw new Error(`late order ${order.orderid} was bought meanwhile`);
  return { outcome: 'settled', order_id: order.id };
}

/** Books the money as owed and writes the refund; a job carries it out and tries until it is done. */
async function payBack(
  tx: TxCtx,
  facts: PaymentFacts,
  payment: PaymentRecord,
  order: OrderRecord,
  reason: 'paid_twice' | 'paid_late' | 'owned_already',
): Promise<SettleOutcome> {
  const now = tx.app.clock.now();
  await postTransfer(tx, {
    key: `pay:${payment.payment_no}`,
    reason,
    reference: order.orderid,
    unit: 'fen',
    entries: [
      { owner_id: null, purpose: 'gateway', amount: -payment.amount_fen },
      { owner_id: null, purpose: 'refund_due', amount: payment.amount_fen },
    ],
  });
  await insertRefund(tx.db, payment.id, {
    channel: facts.channel,
    trade_no: facts.trade_no,
    refund_no: serialNumber(now, 'R'),
    amount_fen: payment.amount_fen,
    reason,
    now,
  });
  tx.afterCommit(() => tx.app.jobs.send('orders.refund', {}, { singleton_key: 'orders.refund' }));
  return { outcome: 'refunding', order_id: order.id };
}

async function closedThere(ctx: Ctx, payment: PaymentRecord, status: 'failed' | 'closed'): Promise<SettleOutcome> {
  if (payment.status === 'waiting') {
    const reason = status === 'failed' ? 'declined' : 'expired';
    await inTransaction(ctx, (tx) => shutOrder(tx, payment.order_id, reason, closeAtProvider));
  }
  await markClosedThere(ctx.db, payment.payment_no);
  return { outcome: 'closed', order_id: payment.order_id };
}

/**
 * Asks the provider to take no more money for payments that we closed. Money that was quicker is settled by the same verb as any
 * other. A failure is logged and left to reconciliation, which finds payments that are closed here but not there.
 */
export async function closeAtProvider(ctx: Ctx, payment_nos: readonly string[]): Promise<void> {
  const { payment } = ctx.app.providers;
  for (const payment_no of payment_nos) {
    try {
      if ((await payment.close(payment_no)) === 'closed') {
        await markClosedThere(ctx.db, payment_no);
        continue;
      }
      const facts = await payment.query(payment_no);
      if (facts) await settlePayment(ctx, payment.name, facts);
    } catch (error) {
      ctx.log.warn({ err: error, payment_no }, 'payment could not be closed at the provider');
    }
  }
}
