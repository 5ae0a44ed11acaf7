import type { Ctx } from '../../../kernel/ctx.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import type { PaymentRecord } from '../repo.ts';
import { mismatch } from '../rules.ts';

/** The money of this payment has arrived, whatever became of it. */
export const isSettled = (payment: PaymentRecord): boolean => ['paid', 'refunding', 'refunded'].includes(payment.status);

/** The first thing in which a provider's word differs from our payment, or null. */
export function compare(ctx: Ctx, provider: string, facts: PaymentFacts, payment: PaymentRecord): string | null {
  const port = ctx.app.providers.payment;
  if (provider !== payment.provider || provider !== port.name) return 'provider';
  const { payment_no, amount_fen, currency } = payment;
  return mismatch(facts, { merchant_id: port.merchant_id, app_id: port.app_id, payment_no, amount_fen, currency });
}
