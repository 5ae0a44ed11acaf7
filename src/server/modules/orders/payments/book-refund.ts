import type { TxCtx } from '../../../app/ctx.ts';
import { postTransfer } from '../../wallet/index.ts';
import { movePayment } from '../rules.ts';
import { type ClaimedRefund, markRefunded } from './repo.ts';

/** Reason of a refund row whose money the provider took back itself: no trade bill has its number. */
export const CHARGED_BACK = 'charged_back';

/** The provider gave it back: as we asked, or by itself. Books it once. @returns false when it was booked before */
export async function bookRefund(
  tx: TxCtx,
  { id, refund_no, channel, amount_fen }: Pick<ClaimedRefund, 'id' | 'refund_no' | 'channel' | 'amount_fen'>,
  reason: 'refund' | 'chargeback',
): Promise<boolean> {
  if (!(await markRefunded(tx.db, id, movePayment('refunding', 'refunded'), tx.app.clock.now()))) return false;
  return postTransfer(tx, {
    ...{ key: `refund:${refund_no}`, reason, reference: refund_no, unit: 'fen', channel },
    entries: [
      { owner_id: null, purpose: 'refund_due', amount: -amount_fen },
      { owner_id: null, purpose: 'gateway', amount: amount_fen },
    ],
  });
}
