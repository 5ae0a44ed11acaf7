import type { Ctx } from '../../../app/ctx.ts';
import { findOrder } from '../repo.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Pays an open order by its buyer's consent at the provider, and settles what the provider then says of it. Repeating it is harmless.
 * @returns false when the provider took nothing; what it is still thinking about comes by notify or reconciliation
 */
export async function chargeByAgreement(ctx: Ctx, orderid: string, agreement_no: string): Promise<boolean> {
  const { payment } = ctx.app.providers;
  const payment_no = (await findOrder(ctx.db, orderid))?.payment_no;
  if (!payment_no || !payment.agreements) return false;
  if ((await payment.agreements.charge(agreement_no, payment_no)) === 'refused') return false;
  const facts = await payment.query(payment_no);
  // an order that ended before the charge came, as of a crash in between, took nothing
  return !facts || (await settlePayment(ctx, payment.name, facts)).outcome !== 'closed';
}
