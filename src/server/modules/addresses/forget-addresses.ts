import type { TxCtx } from '../../app/ctx.ts';
import { deleteAddressesOf } from './repo.ts';

/** Somebody is gone: so is where they lived. */
export function forgetAddresses(tx: TxCtx, user_id: number): Promise<void> {
  return deleteAddressesOf(tx.db, user_id);
}
