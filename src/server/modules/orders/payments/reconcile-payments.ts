import { type Ctx, inTransaction } from '../../../app/ctx.ts';
import { bookRefund } from './book-refund.ts';
import { type ClaimedRefund, claimRefunds, findPaidThrough, findUnsettled } from './repo.ts';
import { closeAtProvider, type SettleOutcome, settlePayment } from './settle-payment.ts';

/** Of each, read at once. */
const REFUNDS = 20;
const PAYMENTS = 100;

/**
 * Carries out refunds that are due: asks the provider (the same number refunds once), then books it. A failure stays waiting and
 * comes up again, 30 s later, doubling to an hour. Safe in parallel and after a crash at any point.
 * @returns how many are done now
 */
export async function runRefunds(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    stopping?.throwIfAborted();
    const claimed = await claimRefunds(ctx.db, ctx.app.clock.now(), REFUNDS);
    for (const refund of claimed) if (await runRefund(ctx, refund)) done += 1;
    if (claimed.length < REFUNDS) return done;
  }
}

async function runRefund(ctx: Ctx, refund: ClaimedRefund): Promise<boolean> {
  try {
    const answer = await ctx.app.providers.payment.refund(refund);
    if (answer === 'waiting') return false;
  } catch (error) {
    ctx.log.warn({ err: error, refund_no: refund.refund_no, attempts: refund.attempts }, 'refund failed, will be tried again');
    return false;
  }
  return inTransaction(ctx, (tx) => bookRefund(tx, refund, 'refund'));
}

/** A payment younger than this is left to its notify. */
const YOUNG_MS = 10_000;

/** Whether the provider of this site ever took money: keys that are written down are not yet keys that work. */
export const paidForReal = (ctx: Ctx): Promise<boolean> => findPaidThrough(ctx.db, ctx.app.providers.payment.name);

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
export async function reconcilePayments(ctx: Ctx, stopping?: AbortSignal): Promise<Reconciliation> {
  const result: Reconciliation = { asked: 0, outcomes: {}, refunded: 0, failed: 0 };
  const before = new Date(ctx.app.clock.now().getTime() - YOUNG_MS);
  let asked = '';
  for (let after_id = 0; ; ) {
    const rows = await findUnsettled(ctx.db, after_id, before, PAYMENTS);
    for (const row of rows) {
      stopping?.throwIfAborted();
      after_id = row.id;
      // parts of a cart stand one behind the other
      if (row.payment_no === asked) continue;
      asked = row.payment_no;
      result.asked += 1;
      try {
        await reconcileOne(ctx, row, result);
      } catch (error) {
        result.failed += 1;
        ctx.log.warn({ err: error, payment_no: row.payment_no }, 'payment could not be reconciled');
      }
    }
    if (rows.length < PAYMENTS) break;
  }
  result.refunded = await runRefunds(ctx, stopping);
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
