import { ORDER_WAITING } from '#contract/order.ts';
import { batchedWrite } from '../../../db/batched.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../../kernel/ctx.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import type { OrderRecord, PaymentRecord } from '../repo.ts';
import { nextStatus } from '../rules.ts';
import { type PaidOrder, settleSales } from '../settle-sale.ts';
import { compare } from './compare-facts.ts';
import { lockFreePaymentsAndOrders, markSettled } from './repo.ts';

/** That a payment was paid: who says it, and what. */
export interface PaidWord {
  ctx: Ctx;
  provider: string;
  facts: PaymentFacts;
}

interface OnTime extends PaidOrder {
  payment: PaymentRecord;
  word: PaidWord;
}

/**
 * The usual case of settling: the order waits and is paid by this payment alone, without coupon and balance. Payments that are told at
 * the same time are settled by one transaction, so that they share its statements and its commit. Locks payments, then orders, and
 * waits for nobody's lock.
 * @returns the order that is paid by this; null when nothing was done: another case, facts that differ, or in somebody's hands
 */
export const settleTogether = batchedWrite(async (_db, words: readonly PaidWord[]): Promise<Array<number | null>> => {
  const first = words[0];
  return first ? inTransaction(first.ctx, (tx) => settleAll(tx, words)) : [];
});

async function settleAll(tx: TxCtx, words: readonly PaidWord[]): Promise<Array<number | null>> {
  // of two words about one payment, the later one finds it settled
  const byNumber = new Map([...words].reverse().map((word) => [word.facts.payment_no, word]));
  const locked = await lockFreePaymentsAndOrders(tx.db, [...byNumber.keys()]);
  const onTime = locked.flatMap(({ payment, order }): OnTime[] => {
    const word = byNumber.get(payment.payment_no);
    if (!word || !isUsual(payment, order) || compare(word.ctx, word.provider, word.facts, payment)) return [];
    nextStatus(order.status, 'pay');
    return [{ order, payment, word, paid_key: `pay:${payment.payment_no}` }];
  });
  if (onTime.length === 0) return words.map(() => null);
  const sold = await settleSales(tx, onTime, (paid) => markSettled(tx.db, paid.map(rowOf), tx.app.clock.now()));
  const settled = new Map(sold.map(({ word, order }) => [word, order.id]));
  return words.map((word) => settled.get(word) ?? null);
}

function isUsual(payment: PaymentRecord, order: OrderRecord): boolean {
  return payment.status === 'waiting' && order.status === ORDER_WAITING && order.coupon_id === null && order.balance_fen === 0;
}

function rowOf({ order, payment, word, paid_key }: OnTime) {
  const { channel, trade_no } = word.facts;
  return { payment_id: payment.id, order_id: order.id, channel, trade_no, paid_key, from: order.status };
}
