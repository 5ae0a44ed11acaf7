import type { TxCtx } from '../../../app/ctx.ts';
import { wakeJob } from '../../../app/wake-job.ts';
import { assert } from '../../../kernel/assert.ts';
import { serialNumber } from '../../../kernel/ids.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import { postTransfer } from '../../wallet/index.ts';
import { type ClosePayments, closeLocked, closeOrder, holdOrder } from '../close-order.ts';
import { fulfilOrders } from '../fulfil-orders.ts';
import { payerHash } from '../payers.ts';
import { tellStray } from '../refunds/tell-refund.ts';
import type { OrderRecord, PaymentRecord } from '../repo.ts';
import type { Decision, Effect } from './decide.ts';
import { insertRefund, markClosedThere } from './repo.ts';

/** One payment and what is said about it, under the locks of the payment and its order. */
export interface Settlement {
  order: OrderRecord;
  payment: PaymentRecord;
  facts: PaymentFacts;
  /** Another open order of the same buyer and subject, locked. */
  newer: OrderRecord | null;
}

/** Key of the ledger transfer of a payment: its money is booked once. */
export const paymentKey = ({ payment_no }: Pick<PaymentRecord, 'payment_no'>): string => `pay:${payment_no}`;

/**
 * Applies the effects of a decision, in their order, in the caller's transaction.
 * @returns false when the buyer owns it permanently already: then nothing was done, and `decide` has to be called again with that
 */
export async function carryOut(tx: TxCtx, settlement: Settlement, { effects }: Decision, closePayments: ClosePayments): Promise<boolean> {
  for (const effect of effects) {
    if (await carryOutOne(tx, settlement, effect, closePayments)) continue;
    // state changed since it was read: the provider retries, and everything is read again
    if (effect.do !== 'fulfil' || effect !== effects[0]) throw new Error(`order ${settlement.order.orderid} cannot be fulfilled any more`);
    return false;
  }
  return true;
}

async function carryOutOne(tx: TxCtx, settlement: Settlement, effect: Effect, closePayments: ClosePayments): Promise<boolean> {
  const { order, payment, facts, newer } = settlement;
  switch (effect.do) {
    case 'close_newer':
      if (newer) await closeOrder(tx, newer.id, effect.reason, closePayments);
      return true;
    case 'hold':
      return (await holdOrder(tx, order, `rehold:${payment.payment_no}`)) === null;
    case 'fulfil': {
      const paid = {
        id: payment.id,
        move: effect.payment,
        channel: facts.channel,
        trade_no: facts.trade_no,
        payer_hash: payerHash(tx.app, facts),
      };
      const fulfilled = await fulfilOrders(tx, [{ order, paid_key: paymentKey(payment), move: effect.order, payment: paid }]);
      return fulfilled.length === 1;
    }
    case 'refund':
      await refundPayment(tx, settlement, effect);
      await tellStray(tx, order, { ...payment, reason: effect.reason });
      return true;
    case 'close':
      await closeLocked(tx, order, effect.order, effect.reason);
      return true;
    case 'confirm_closed':
      await markClosedThere(tx.db, payment.payment_no);
      return true;
  }
}

/** Books the money as owed and writes the refund; a job carries it out and retries until it is done. */
async function refundPayment(tx: TxCtx, { order, payment, facts }: Settlement, effect: Extract<Effect, { do: 'refund' }>): Promise<void> {
  const now = tx.app.clock.now();
  await postTransfer(tx, {
    key: paymentKey(payment),
    reason: effect.reason,
    reference: order.orderid,
    unit: 'fen',
    subject: order.subject,
    channel: facts.channel,
    entries: [
      { owner_id: null, purpose: 'gateway', amount: -payment.amount_fen },
      { owner_id: null, purpose: 'refund_due', amount: payment.amount_fen },
    ],
  });
  const row = {
    payment_id: payment.id,
    move: effect.payment,
    channel: facts.channel,
    trade_no: facts.trade_no,
    refund_no: serialNumber(now, 'R'),
    amount_fen: payment.amount_fen,
    reason: effect.reason,
  };
  assert((await insertRefund(tx.db, row, now)) !== null, `payment ${payment.payment_no} moved under its lock`);
  tx.afterCommit(() => wakeJob(tx.app, 'orders.refund'));
}
