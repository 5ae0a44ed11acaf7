import { KINDS } from '#contract/kinds.ts';
import { leftToRefund } from '../orders/index.ts';

/** The membership whose orders may draw (spec 4). */
const DRAWING_VIP = KINDS.scheme.sale.vip_type;

/** As much of an order and a round as the rule needs. */
export interface DrawingOrder {
  subject: string;
  snapshot: { terms?: Readonly<Record<string, string | number>> };
  paid_at: Date | null;
  /** What was paid in money, through the provider and from the balance, and what of it went back: a coupon is none. */
  pay_fen: number;
  balance_fen: number;
  refunded_pay_fen: number;
  refunded_balance_fen: number;
}

/** Whether an order has a chance in a round: a scheme membership that money was paid for since the round is open. */
export function mayDraw(order: DrawingOrder, round: { created_at: Date; ends_at: Date; state: string }, now: Date): boolean {
  if (round.state !== 'open' || now >= round.ends_at) return false;
  if (order.subject !== 'membership' || Number(order.snapshot.terms?.['vip_type'] ?? 0) !== DRAWING_VIP) return false;
  if (leftToRefund(order) <= 0) return false;
  return order.paid_at !== null && order.paid_at >= round.created_at;
}
