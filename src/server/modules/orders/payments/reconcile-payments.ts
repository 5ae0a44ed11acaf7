import type { Ctx } from '../../../app/ctx.ts';
import { findUnsettled } from './repo.ts';
import { runRefunds } from './run-refunds.ts';
import { closeAtProvider, type SettleOutcome, settlePayment } from './settle-payment.ts';

/** A payment younger than this is left to its notify. */
const YOUNG_MS = 10_000;

export interface Reconciliation {
  asked: number;
  outcomes: Partial<Record<SettleOutcome['outcome'], number>>;
  refunded: number;
  /** Payments about which the provider could not be asked. */
  failed: number;
}

/**
 * Asks the provider about every payment of which it may know more than we do (waiting, or closed here but not confirmed there) and
 * runs the same verb as a notify, so that a lost notify costs minutes and nothing else; then carries out refunds that are due.
 */
export async function reconcilePayments(ctx: Ctx, batch = 100): Promise<Reconciliation> {
  const result: Reconciliation = { asked: 0, outcomes: {}, refunded: 0, failed: 0 };
  const before = new Date(ctx.app.clock.now().getTime() - YOUNG_MS);
  for (let after_id = 0; ; ) {
    const rows = await findUnsettled(ctx.db, after_id, before, batch);
    for (const row of rows) {
      after_id = row.id;
      result.asked += 1;
      try {
        await reconcileOne(ctx, row, result);
      } catch (error) {
        result.failed += 1;
        ctx.log.warn({ err: error, payment_no: row.payment_no }, 'payment could not be reconciled');
      }
    }
    if (rows.length < batch) break;
  }
  result.refunded = await runRefunds(ctx);
  return result;
}

async function reconcileOne(ctx: Ctx, row: { payment_no: string; status: string }, result: Reconciliation): Promise<void> {
  const { payment } = ctx.app.providers;
  const facts = await payment.query(row.payment_no);
  if (facts && facts.status !== 'waiting') {
    const { outcome } = await settlePayment(ctx, payment.name, facts);
    result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
  } else if (row.status === 'closed') {
    await closeAtProvider(ctx, [row.payment_no]);
  }
}
