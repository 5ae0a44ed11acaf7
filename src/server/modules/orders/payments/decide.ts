import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING } from '#contract/order.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import type { OrderRecord, PaymentRecord } from '../repo.ts';
import { type CloseReason, type Move, moveOrder, movePayment, type PaymentStatus } from '../rules.ts';

/** Why money that arrived goes back. */
export type RefundReason = 'paid_twice' | 'paid_late' | 'owned_already' | 'order_refunded' | 'amount_differs';

/** One step, with the statuses that the SQL expects and writes. */
export type Effect =
  /** Closes the other open order of the same buyer and subject. */
  | { do: 'close_newer'; reason: CloseReason }
  /** Coupon, balance part and what is limited are set aside again. */
  | { do: 'hold' }
  | { do: 'fulfil'; order: Move<OrderRecord['status']>; payment: Move<PaymentStatus> }
  | { do: 'refund'; payment: Move<PaymentStatus>; reason: RefundReason }
  | { do: 'close'; order: Move<OrderRecord['status']>; reason: CloseReason }
  /** No money can come any more. */
  | { do: 'confirm_closed' };

export type Decision =
  | { outcome: 'settled' | 'seen' | 'refunding' | 'waiting' | 'closed'; effects: readonly Effect[] }
  | { outcome: 'refused'; reason: string; effects: readonly [] };

/** The provider as this process is configured for it. */
export interface ExpectedProvider {
  /** Whose facts these are. */
  told_by: string;
  name: string;
  merchant_id: string;
  app_id: string;
}

/** What the decision depends on beside order, payment and facts; read under the locks. */
export interface SettleState {
  provider: ExpectedProvider;
  /** The buyer owns it permanently by another right: fulfilling gave nothing. */
  owned: boolean;
  /** Of a closed order: it is wanted still, and its coupon and balance part are there again. */
  can_fulfil_late: boolean;
  /** Another open order of the same buyer and subject. */
  has_newer: boolean;
}

/** An order that waits needs none of what is asked about a closed one. */
export const ON_TIME = { owned: false, can_fulfil_late: false, has_newer: false } as const;

type DecidedPayment = Pick<PaymentRecord, 'payment_no' | 'provider' | 'amount_fen' | 'currency'> & { status: PaymentStatus };

/** The first field in which the provider's facts differ from our payment, or null. */
export function mismatch(payment: DecidedPayment, facts: PaymentFacts, provider: ExpectedProvider): string | null {
  if (provider.told_by !== payment.provider || provider.told_by !== provider.name) return 'provider';
  const { payment_no, amount_fen, currency } = payment;
  const expected = { merchant_id: provider.merchant_id, app_id: provider.app_id, payment_no, amount_fen, currency };
  for (const key of ['merchant_id', 'app_id', 'payment_no', 'amount_fen', 'currency'] as const) {
    if (facts[key] !== expected[key]) return key;
  }
  return null;
}

const refused = (reason: string): Decision => ({ outcome: 'refused', reason, effects: [] });

/** The money of this payment has arrived, whatever became of it. */
const hasArrived = (status: PaymentStatus): boolean => status === 'paid' || status === 'refunding' || status === 'refunded';

/** Decides without the order and its lock: mismatch, waiting or already known. Null: `decide` under the lock. */
export function decideWithoutOrder(payment: DecidedPayment, facts: PaymentFacts, provider: ExpectedProvider): Decision | null {
  const wrong = mismatch(payment, facts, provider);
  if (wrong !== null) return refused(wrong);
  if (facts.status === 'waiting') return { outcome: 'waiting', effects: [] };
  if (facts.status === 'failed' || facts.status === 'closed') return null;
  // answers to queries are not validated elsewhere
  if (facts.status !== 'paid') return refused('status');
  return hasArrived(payment.status) ? { outcome: 'seen', effects: [] } : null;
}

/**
 * Decides what a provider's facts mean for a payment and its order (spec 4, Order flow; decision 0022). Pure: `carryOut` applies the effects
 * in their order and nothing else.
 */
export function decide(
  order: Pick<OrderRecord, 'status' | 'close_reason'>,
  payment: DecidedPayment,
  facts: PaymentFacts,
  state: SettleState,
): Decision {
  const known = decideWithoutOrder(payment, facts, state.provider);
  if (known) return known;
  if (facts.status !== 'paid') return notPaid(order, payment, facts.status === 'failed' ? 'declined' : 'expired');
  const refund = (reason: RefundReason): Effect => ({ do: 'refund', payment: movePayment(payment.status, 'refund'), reason });
  if (order.status === ORDER_WAITING) {
    if (!state.owned) {
      const effect: Effect = { do: 'fulfil', order: moveOrder(order.status, 'pay'), payment: movePayment(payment.status, 'pay') };
      return { outcome: 'settled', effects: [effect] };
    }
    const close: Effect = { do: 'close', order: moveOrder(order.status, 'close'), reason: 'superseded' };
    return { outcome: 'refunding', effects: [refund('owned_already'), close] };
  }
  if (order.status === ORDER_CLOSED && order.close_reason !== 'refunded' && state.can_fulfil_late && !state.owned) {
    const effects: Effect[] = [
      ...(state.has_newer ? [{ do: 'close_newer', reason: 'superseded' } as const] : []),
      { do: 'hold' },
      { do: 'fulfil', order: moveOrder(order.status, 'pay_late'), payment: movePayment(payment.status, 'pay') },
    ];
    return { outcome: 'settled', effects };
  }
  return { outcome: 'refunding', effects: [refund(order.status === ORDER_PAID ? 'paid_twice' : 'paid_late')] };
}

/** Declined, or closed there: an order that waits for this payment is closed. */
function notPaid(order: Pick<OrderRecord, 'status'>, payment: DecidedPayment, reason: CloseReason): Decision {
  if (hasArrived(payment.status)) return { outcome: 'closed', effects: [] };
  const closes = payment.status === 'waiting' && order.status === ORDER_WAITING;
  const close: Effect[] = closes ? [{ do: 'close', order: moveOrder(order.status, 'close'), reason }] : [];
  return { outcome: 'closed', effects: [...close, { do: 'confirm_closed' }] };
}
