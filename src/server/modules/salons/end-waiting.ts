import type { TxCtx } from '../../app/ctx.ts';
import { findKinds, type SalonRow } from './repo.ts';
import { findReserved, lockKinds, lockRunning, moveSeats, setHolds, setWaiting, type WaitingRow } from './seats.repo.ts';
import { tellListEnded } from './tell.ts';

/**
 * Ends the waiting lists of a salon that does not take place or is over, and notifies who waited. Reserved seats without an order become free;
 * those of an order are the order's. Idempotent. Locks the kinds, then the entries.
 */
export async function endWaitingLists(tx: TxCtx, salon: SalonRow, text: string): Promise<void> {
  const kinds = (await findKinds(tx.db, [salon.item_id])).get(salon.item_id) ?? [];
  await lockKinds(
    tx.db,
    kinds.map(({ id }) => id),
  );
  await endEntries(tx, salon, await lockRunning(tx.db, salon.item_id), { text, of: '' });
}

/** The same for a kind of tickets that its organiser took out. An order of reserved seats may still be paid. The caller holds the kinds. */
export async function endListOfKind(tx: TxCtx, salon: SalonRow, kind: { id: number; name: string }): Promise<void> {
  const running = await lockRunning(tx.db, salon.item_id);
  const entries = running.filter(({ kind_id, offer_order_id }) => kind_id === kind.id && offer_order_id === null);
  await endEntries(tx, salon, entries, {
    text: `不再提供“${kind.name}”，这个票种的候补随之结束。其他票种可以在沙龙页面选购。`,
    of: `:${kind.id}`,
  });
}

/** `of`: which list of the salon ended, for the message's key. */
async function endEntries(tx: TxCtx, salon: SalonRow, entries: readonly WaitingRow[], { text, of }: { text: string; of: string }) {
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
  const user_ids = entries.map(({ user_id }) => user_id);
  await tellListEnded(tx, salon, user_ids, { text, of });
}
