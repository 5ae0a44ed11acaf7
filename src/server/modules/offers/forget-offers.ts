import { actingAs, type Ctx, type TxCtx } from '../../app/ctx.ts';
import { countRunning } from './agreements.repo.ts';
import { SWEEP_JOB } from './offer-files.ts';
import { blankOffers, findWaitingOf } from './repo.ts';
import { withdrawOffer } from './withdraw-offer.ts';

/** How many agreements of a person are still to be ended. */
export function runningAgreements(ctx: Ctx, user_id: number): Promise<number> {
  return countRunning(ctx.db, user_id);
}

/**
 * Takes a person's waiting offers back when their account ends, and empties what they wrote in those that came to nothing. What was agreed
 * stays for the other side. Idempotent.
 */
export async function forgetOffers(tx: TxCtx, user_id: number): Promise<void> {
  const mine = actingAs(tx, { kind: 'user', user_id, token_id: 0, roles: [], address: '' });
  for (const id of await findWaitingOf(tx.db, user_id)) await withdrawOffer(mine, id);
  const keys = await blankOffers(tx.db, user_id);
  if (keys.length > 0) await tx.app.jobs.send(SWEEP_JOB, { keys }, {}, tx.db);
}
