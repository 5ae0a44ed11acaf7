import { type Ctx, createCtx, inTransaction, type TxCtx } from '../../../app/ctx.ts';
import { batchedWrite } from '../../../db/batched.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import { fulfilOrders, type PaidOrder } from '../fulfil-orders.ts';
import type { OrderRecord, PaymentRecord } from '../repo.ts';
import { paymentKey } from './carry-out.ts';
import { decide, type ExpectedProvider, ON_TIME } from './decide.ts';
import { lockFreePaymentsAndOrders } from './repo.ts';

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
  const paid = { id: payment.id, move: effect.payment, channel: facts.channel, trade_no: facts.trade_no };
  return [{ order, paid_key: paymentKey(payment), move: effect.order, payment: paid, notice }];
}
