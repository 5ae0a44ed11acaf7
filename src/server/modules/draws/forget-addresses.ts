import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { clearReceiver, countToShip } from './repo.ts';

/** How many prizes of the user wait to be sent. */
export function prizesToShip(ctx: Ctx, user_id: number): Promise<number> {
  return countToShip(ctx.db, user_id);
}

/** Somebody is gone: their draws stay, so that a round can be checked, without where prizes went. */
export function forgetPrizeAddresses(tx: TxCtx, user_id: number): Promise<void> {
  return clearReceiver(tx.db, user_id);
}
