import type { TxCtx } from '../../app/ctx.ts';
import { removeOf } from './repo.ts';
import { sweepLater } from './sealed-pictures.ts';

/** Removes all that a user sent in, with its pictures, when their account ends. Idempotent. */
export async function forgetVerification(tx: TxCtx, user_id: number): Promise<void> {
  await sweepLater(tx, await removeOf(tx.db, user_id));
}
