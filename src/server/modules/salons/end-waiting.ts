import type { TxCtx } from '../../app/ctx.ts';
import { findKinds, type SalonRow } from './repo.ts';
import { findReserved, lockKinds, lockRunning, moveSeats, setHolds, setWaiting } from './seats.repo.ts';
import { tellListEnded } from './tell.ts';

/**
 * Ends the waiting lists of a salon that does not take place or is over, and tells whoever waited. Seats that were kept without an order
 * become free; those of an order are the order's. Again changes nothing. Locks the kinds, then the entries.
 */
export async function endWaitingLists(tx: TxCtx, salon: SalonRow, text: string): Promise<void> {
  const kinds = (await findKinds(tx.db, [salon.item_id])).get(salon.item_id) ?? [];
  await lockKinds(
    tx.db,
    kinds.map(({ id }) => id),
  );
  const entries = await lockRunning(tx.db, salon.item_id);
  for (const { id } of entries.filter(({ state, offer_order_id }) => state === 'offered' && offer_order_id === null)) {
    for (const hold of await findReserved(tx.db, id)) {
      await moveSeats(tx.db, hold.kind_id, { held: -hold.count });
      await setHolds(tx.db, [hold.id], 'released');
    }
  }
  await setWaiting(
    tx.db,
    entries.map(({ id }) => id),
    { state: 'lapsed' },
  );
  await tellListEnded(
    tx,
    salon,
    entries.map(({ user_id }) => user_id),
    text,
  );
}
