import { type Ctx, inTransaction } from '../../../app/ctx.ts';
import { postTransfer } from '../../wallet/index.ts';
import { movePayment } from '../rules.ts';
import { type ClaimedRefund, claimRefunds, markRefunded } from './repo.ts';

/**
 * Carries out refunds that are due: asks the provider (the same number refunds once), then books it. A failure stays waiting and
 * comes up again, 30 s later, doubling to an hour. Safe in parallel and after a crash at any point.
 * @returns how many are done now
 */
export async function runRefunds(ctx: Ctx, batch = 20): Promise<number> {
  let done = 0;
  for (;;) {
    const claimed = await claimRefunds(ctx.db, ctx.app.clock.now(), batch);
    for (const refund of claimed) if (await runRefund(ctx, refund)) done += 1;
    if (claimed.length < batch) return done;
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
  return inTransaction(ctx, async (tx) => {
    if (!(await markRefunded(tx.db, refund.id, movePayment('refunding', 'refunded'), tx.app.clock.now()))) return false;
    await postTransfer(tx, {
      key: `refund:${refund.refund_no}`,
      reason: 'refund',
      reference: refund.refund_no,
      unit: 'fen',
      entries: [
        { owner_id: null, purpose: 'refund_due', amount: -refund.amount_fen },
        { owner_id: null, purpose: 'gateway', amount: refund.amount_fen },
      ],
    });
    return true;
  });
}
