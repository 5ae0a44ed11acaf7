import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { clearReceiver, countToShip } from './repo.ts';

/** How many redemptions of the user wait for staff. */
export function parcelsToShip(ctx: Ctx, user_id: number): Promise<number> {
  return countToShip(ctx.db, user_id);
}

/** Somebody is gone: their redemptions stay as books of points, without where parcels went. */
export function forgetParcels(tx: TxCtx, user_id: number): Promise<void> {
  return clearReceiver(tx.db, user_id);
}
