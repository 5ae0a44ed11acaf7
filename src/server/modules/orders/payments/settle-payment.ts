import { ORDER_CLOSED, ORDER_WAITING } from '#contract/order.ts';
import { type Ctx, createCtx, inTransaction, type TxCtx } from '../../../app/ctx.ts';
import { batchedWrite } from '../../../db/batched.ts';
import { brokenConstraint } from '../../../db/pool.ts';
import { assert } from '../../../kernel/assert.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import { usableCoupon } from '../../vouchers/index.ts';
import { lockSpendableBalance } from '../../wallet/index.ts';
import { lockNames } from '../carts.repo.ts';
import { holdCode } from '../codes.ts';
import { fulfilOrders, type PaidOrder } from '../fulfil-orders.ts';
import { payerHash } from '../payers.ts';
import { findOtherOpen, lockOrder, lockPaymentsOf, type OrderRecord, type PaymentRecord, rivalName } from '../repo.ts';
import { isTransferNo, TRANSFER } from '../rules.ts';
import { findOrdersById } from '../staff.repo.ts';
import { rivalsOf, subjectOf } from '../subjects.ts';
import { carryOut, paymentKey, type Settlement } from './carry-out.ts';
import { type Decision, decide, decideWithoutOrder, type ExpectedProvider, ON_TIME } from './decide.ts';
import { findPayments, lockFreePaymentsAndOrders, lockPaymentsAndOrders, markClosedThere, numberThere } from './repo.ts';

/** That a payment was paid: who says it, what, and in whose request. */
export interface PaidNotice {
  ctx: Ctx;
  provider: ExpectedProvider;
  facts: PaymentFacts;
}

interface Settled extends PaidOrder {
  notice: PaidNotice;
  /** What it is paid by, and what is said of that: of a cart its part. */
  record: PaymentRecord;
  facts: PaymentFacts;
}

/**
 * Fast path of settling: waiting orders that are paid by this payment alone, without coupon and balance. Concurrent notifies share one
 * transaction. Locks payments, then orders, with SKIP LOCKED.
 * @returns the (first) order that is paid by this; null when nothing was done: another case, facts that differ, or locked elsewhere
 */
function settleTogether(notice: PaidNotice): Promise<number | null> {
  // carts make large batches: two of them use two processors of the database
  const settle = BATCHES[Number(notice.facts.payment_no.at(-1)) % BATCHES.length] ?? BATCHES[0];
  return settle(notice.ctx.db, notice);
}

const settleBatch = async (_db: unknown, notices: readonly PaidNotice[]): Promise<Array<number | null>> => {
  const [first] = notices;
  if (!first) return [];
  return inTransaction(notices.length === 1 ? first.ctx : batchContext(notices, first), (tx) => settleAll(tx, notices));
};
const BATCHES = [batchedWrite(settleBatch), batchedWrite(settleBatch)] as const;

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
  const usual = [...Map.groupBy(locked, ({ payment }) => numberThere(payment))].flatMap(([number, rows]): Settled[] => {
    const notice = byNumber.get(number);
    if (!notice) return [];
    const parts = partsOf(
      notice.facts,
      rows.map(({ payment }) => payment),
    );
    const all = rows.flatMap(({ payment, order }, at) =>
      order.coupon_id === null && order.balance_fen === 0 ? fulfilmentOf(notice, parts[at] as PaymentFacts, payment, order) : [],
    );
    return all.length === rows.length ? all : [];
  });
  if (usual.length === 0) return notices.map(() => null);
  const fulfilled = new Set(await fulfilOrders(tx, usual));
  const settled = new Map([...fulfilled].reverse().map(({ notice, order }) => [notice, order.id]));
  // of a cart that is settled one may be had another way: its part goes back with it
  for (const one of usual.filter((one) => !fulfilled.has(one) && settled.has(one.notice))) await giveOwnedBack(tx, one);
  return notices.map((notice) => settled.get(notice) ?? null);
}

async function giveOwnedBack(tx: TxCtx, { order, record, facts, notice }: Settled): Promise<void> {
  const decision = decide(order, record, facts, { ...ON_TIME, provider: notice.provider, owned: true });
  assert(
    await carryOut(tx, { order, payment: record, facts, newer: null }, decision, closeAtProvider),
    `order ${order.orderid} is not owned`,
  );
}

/** What the facts say of each payment of their number. What is not their sum is no payment's amount: each is refused. */
function partsOf(facts: PaymentFacts, payments: readonly PaymentRecord[]): PaymentFacts[] {
  const whole = payments.reduce((sum, { amount_fen }) => sum + amount_fen, 0) === facts.amount_fen;
  return payments.map(({ payment_no, amount_fen }) => ({ ...facts, payment_no, amount_fen: whole ? amount_fen : -1 }));
}

/** What is decided, if it is to fulfil the order and nothing else. */
function fulfilmentOf(notice: PaidNotice, facts: PaymentFacts, payment: PaymentRecord, order: OrderRecord): Settled[] {
  const { effects } = decide(order, payment, facts, { ...ON_TIME, provider: notice.provider });
  const [effect] = effects;
  if (effect?.do !== 'fulfil' || effects.length > 1) return [];
  const paid = {
    id: payment.id,
    move: effect.payment,
    channel: facts.channel,
    trade_no: facts.trade_no,
    payer_hash: payerHash(notice.ctx.app, facts),
  };
  return [{ order, paid_key: paymentKey(payment), move: effect.order, payment: paid, notice, record: payment, facts }];
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
 * or late payment settles if the order can still be fulfilled, else it is refunded (spec 4, Order flow). Of a cart each order is decided for itself.
 * Locks buyer and subjects, the payments, then the orders.
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
    const order_id = await settleTogether({ ctx, provider, facts });
    if (order_id !== null) return { outcome: 'settled', order_id };
  }
  const payments = await findPayments(ctx.db, facts.payment_no);
  const [first] = payments;
  if (!first) return refuse(ctx, facts, 'payment_no');
  const parts = partsOf(facts, payments);
  const known = payments.flatMap((payment, at) => decideWithoutOrder(payment, parts[at] as PaymentFacts, provider) ?? []);
  if (known[0] && known.length === payments.length) return answer(ctx, facts, known[0], first.order_id);
  return inTransaction(ctx, (tx) => settleInside(tx, told_by, facts));
}

/** The same in the caller's transaction, e.g. for what a second person confirms. Locks buyer and subjects, the payments, then the orders. */
export async function settleInside(tx: TxCtx, told_by: string, facts: PaymentFacts): Promise<SettleOutcome> {
  const payments = await findPayments(tx.db, facts.payment_no);
  const parts = partsOf(facts, payments);
  const order_ids = payments.map(({ order_id }) => order_id);
  if (facts.status === 'paid') await lockRivals(tx, order_ids);
  const locked = await lockPaymentsAndOrders(tx.db, facts.payment_no);
  assert(locked.length > 0 && locked.length === payments.length, `payment ${facts.payment_no} went away`);
  const decisions: Decision[] = [];
  for (const [at, one] of locked.entries())
    decisions.push(await settleOne(tx, { ...one, facts: parts[at] as PaymentFacts }, expectedProvider(tx, told_by)));
  // a cart is settled where one of its orders is
  const at = Math.max(
    0,
    decisions.findIndex(({ outcome }) => outcome === 'settled'),
  );
  return answer(tx, facts, decisions[at] as Decision, order_ids[at] as number);
}

/** Decides about one payment and its order, under their locks, and does it. */
async function settleOne(tx: TxCtx, locked: Omit<Settlement, 'newer'>, provider: ExpectedProvider): Promise<Decision> {
  const { order, payment, facts } = locked;
  const is_late = facts.status === 'paid' && order.status === ORDER_CLOSED;
  const { newer, can_fulfil_late } = is_late ? await lateState(tx, order) : { newer: null, can_fulfil_late: false };
  const state = { ...ON_TIME, provider, can_fulfil_late, has_newer: newer !== null };
  const settlement = { ...locked, newer };
  const decision = decide(order, payment, facts, state);
  if (await carryOut(tx, settlement, decision, closeAtProvider)) return decision;
  const other = decide(order, payment, facts, { ...state, owned: true });
  assert(await carryOut(tx, settlement, other, closeAtProvider), `order ${order.orderid} cannot be settled`);
  return other;
}

/** What is paid may be late and meet a newer order: buyer and subject are locked before any row of theirs, as who places an order does. */
async function lockRivals(tx: TxCtx, order_ids: readonly number[]): Promise<void> {
  const orders = await findOrdersById(tx.db, order_ids);
  await lockNames(tx.db, orders.map((order) => rivalName(order.buyer_id, rivalsOf(subjectOf(order), order.subject_id))).sort());
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
  if (!(await holdCode(tx, order))) return false;
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
function expectedProvider(ctx: Ctx | TxCtx, told_by: string): ExpectedProvider {
  if (told_by === TRANSFER) return { told_by, name: TRANSFER, merchant_id: '', app_id: '' };
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
      // no provider is asked about a transfer, and one that is late is taken over like every late payment
      if (isTransferNo(payment_no) || (await payment.close(payment_no)) === 'closed') {
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
