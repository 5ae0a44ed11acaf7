import { ORDER_CLOSED, ORDER_WAITING } from '#contract/order.ts';
import { type Ctx, createCtx, inTransaction, type TxCtx } from '../../../app/ctx.ts';
import { batchedWrite } from '../../../db/batched.ts';
import { brokenConstraint } from '../../../db/pool.ts';
import { assert } from '../../../kernel/assert.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import { usableCoupon } from '../../vouchers/index.ts';
import { lockSpendableBalance } from '../../wallet/index.ts';
import { fulfilOrders, type PaidOrder } from '../fulfil-orders.ts';
import { payerHash } from '../payers.ts';
import { findOtherOpen, lockBuyerAndSubject, lockOrder, lockPaymentsOf, type OrderRecord, type PaymentRecord } from '../repo.ts';
import { findOrdersById } from '../staff.repo.ts';
import { rivalsOf, subjectOf } from '../subjects.ts';
import { carryOut, paymentKey } from './carry-out.ts';
import { type Decision, decide, decideWithoutOrder, type ExpectedProvider, ON_TIME } from './decide.ts';
import { findPayment, lockFreePaymentsAndOrders, lockPaymentAndOrder, markClosedThere } from './repo.ts';

/** That a payment was paid: who says it, what, and in whose request. */
export interface PaidNotice {
  ctx: Ctx;
  provider: ExpectedProvider;
  facts: PaymentFacts;
}

interface Settled extends PaidOrder {
  notice: PaidNotice;
}

/**
 * Fast path of settling: a waiting order that is paid by this payment alone, without coupon and balance. Concurrent notifies share one
 * transaction. Locks payments, then orders, with SKIP LOCKED.
 * @returns the order that is paid by this; null when nothing was done: another case, facts that differ, or locked elsewhere
 */
export const settleTogether = batchedWrite(async (_db, notices: readonly PaidNotice[]): Promise<Array<number | null>> => {
  const [first] = notices;
  if (!first) return [];
  return inTransaction(notices.length === 1 ? first.ctx : batchContext(notices, first), (tx) => settleAll(tx, notices));
});

/** A transaction shared by many requests: its log lines name all of them, its actor is a job. */
function batchContext(notices: readonly PaidNotice[], { ctx: { app } }: PaidNotice): Ctx {
  const ids = [...new Set(notices.map(({ ctx }) => ctx.request_id))];
  const ctx = createCtx(app, { kind: 'job', name: 'orders.settle' }, ids.join(','));
  return { ...ctx, log: ctx.log.child({ request_ids: ids }) };
}

async function settleAll(tx: TxCtx, notices: readonly PaidNotice[]): Promise<Array<number | null>> {
  // of two notices about one payment, the later one finds it settled
  const byNumber = new Map([...notices].reverse().map((notice) => [notice.facts.payment_no, notice]));
  const locked = await lockFreePaymentsAndOrders(tx.db, [...byNumber.keys()]);
  const usual = locked.flatMap(({ payment, order }): Settled[] => {
    const notice = byNumber.get(payment.payment_no);
    return notice && order.coupon_id === null && order.balance_fen === 0 ? fulfilmentOf(notice, payment, order) : [];
  });
  if (usual.length === 0) return notices.map(() => null);
  const settled = new Map((await fulfilOrders(tx, usual)).map(({ notice, order }) => [notice, order.id]));
  return notices.map((notice) => settled.get(notice) ?? null);
}

/** What is decided, if it is to fulfil the order and nothing else. */
function fulfilmentOf(notice: PaidNotice, payment: PaymentRecord, order: OrderRecord): Settled[] {
  const { facts, provider } = notice;
  const { effects } = decide(order, payment, facts, { ...ON_TIME, provider });
  const [effect] = effects;
  if (effect?.do !== 'fulfil' || effects.length > 1) return [];
  const paid = {
    id: payment.id,
    move: effect.payment,
    channel: facts.channel,
    trade_no: facts.trade_no,
    payer_hash: payerHash(notice.ctx.app, facts),
  };
  return [{ order, paid_key: paymentKey(payment), move: effect.order, payment: paid, notice }];
}

/** Result of a provider's facts. All but `refused` are acknowledged, which ends the provider's retries. */
export type SettleOutcome =
  /** The order is paid by this payment. */
  | { outcome: 'settled'; order_id: number }
  /** Already known: nothing was done. */
  | { outcome: 'seen'; order_id: number }
  /** Paid twice or too late: the money is refunded automatically. */
  | { outcome: 'refunding'; order_id: number }
  /** Not paid yet. */
  | { outcome: 'waiting'; order_id: number }
  /** Declined or closed there: the order is closed. */
  | { outcome: 'closed'; order_id: number }
  /** Not about a payment of ours, or its facts differ from ours: nothing was done. */
  | { outcome: 'refused'; reason: string };

/**
 * Applies verified facts of a provider (notify, poll, confirm, reconciliation) to payment and order in one transaction; idempotent. A second
 * or late payment settles if the order can still be fulfilled, else it is refunded (spec 4, Order flow). Locks buyer and subject, the payment, then the order.
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

async function settleFacts(ctx: Ctx, told_by: string, facts: PaymentFacts): Promise<SettleOutcome> {
  const provider = expectedProvider(ctx, told_by);
  if (facts.status === 'paid') {
    const order_id = await settleTogether(ctx.db, { ctx, provider, facts });
    if (order_id !== null) return { outcome: 'settled', order_id };
  }
  const payment = await findPayment(ctx.db, facts.payment_no);
  if (!payment) return refuse(ctx, facts, 'payment_no');
  const known = decideWithoutOrder(payment, facts, provider);
  if (known) return answer(ctx, facts, known, payment.order_id);
  return inTransaction(ctx, async (tx) => {
    if (facts.status === 'paid') await lockRivals(tx, payment.order_id);
    const locked = await lockPaymentAndOrder(tx.db, facts.payment_no);
    assert(locked !== null, `payment ${facts.payment_no} went away`);
    const { order } = locked;
    const is_late = facts.status === 'paid' && order.status === ORDER_CLOSED;
    const { newer, can_fulfil_late } = is_late ? await lateState(tx, order) : { newer: null, can_fulfil_late: false };
    const state = { ...ON_TIME, provider, can_fulfil_late, has_newer: newer !== null };
    const settlement = { ...locked, facts, newer };
    const decision = decide(order, locked.payment, facts, state);
    if (await carryOut(tx, settlement, decision, closeAtProvider)) return answer(tx, facts, decision, order.id);
    const other = decide(order, locked.payment, facts, { ...state, owned: true });
    assert(await carryOut(tx, settlement, other, closeAtProvider), `order ${order.orderid} cannot be settled`);
    return answer(tx, facts, other, order.id);
  });
}

/** What is paid may be late and meet a newer order: buyer and subject are locked before any row of theirs, as who places an order does. */
async function lockRivals(tx: TxCtx, order_id: number): Promise<void> {
  const [order] = await findOrdersById(tx.db, [order_id]);
  if (order) await lockBuyerAndSubject(tx.db, order.buyer_id, rivalsOf(subjectOf(order), order.subject_id));
}

/**
 * Whether a closed order that was paid late can still be fulfilled: it is wanted, and its coupon and balance part are available (including
 * what a newer open order holds, which would be closed). Locks the newer order.
 */
async function lateState(tx: TxCtx, order: OrderRecord): Promise<{ can_fulfil_late: boolean; newer: OrderRecord | null }> {
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

/** What facts must say to be about our payments. */
function expectedProvider(ctx: Ctx, told_by: string): ExpectedProvider {
  const { name, merchant_id, app_id } = ctx.app.providers.payment;
  return { told_by, name, merchant_id, app_id };
}

function answer(ctx: Ctx | TxCtx, facts: PaymentFacts, decision: Decision, order_id: number): SettleOutcome {
  if (decision.outcome === 'refused') return refuse(ctx, facts, decision.reason);
  return { outcome: decision.outcome, order_id };
}

function refuse(ctx: Ctx, facts: PaymentFacts, reason: string): SettleOutcome {
  ctx.log.error({ request_id: ctx.request_id, payment_no: facts.payment_no, reason }, 'payment facts refused');
  return { outcome: 'refused', reason };
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
