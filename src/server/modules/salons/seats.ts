import { OFFER_ENDS_BEFORE_MS, OFFER_MS } from '#contract/salon.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { wakeJob } from '../../app/wake-job.ts';
import { assert } from '../../kernel/assert.ts';
import { getSaleItem } from '../catalog/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { findPlaces } from './plan.ts';
import { findSalon } from './repo.ts';
import { isOnSale } from './rules.ts';
import { lockKinds, lockNextWaiting, moveSeats, setWaiting, writeHolds } from './seats.repo.ts';

/** Places the orders of those whose turn it is. */
export const OFFERS_JOB = 'salons.offers';
/** So many are looked at when seats become free; more wait for the next time. */
const LOOKED_AT = 50;

/**
 * Offers freed seats to the longest waiting whom they suffice, in the caller's transaction, so that no one else can take them between; none while the
 * sale is stopped. Orders are placed after the commit. Locks the ticket kinds, then the entries.
 */
export async function passOn(tx: TxCtx, kind_ids: readonly number[]): Promise<void> {
  let any = false;
  for (const kind of (await lockKinds(tx.db, kind_ids)).values()) {
    const until = await offerUntil(tx, kind.salon_id);
    let free = kind.capacity - kind.sold - kind.held;
    if (until === null || free <= 0 || !isOnSale(kind, tx.app.clock.now())) continue;
    for (const one of await lockNextWaiting(tx.db, kind.id, free, LOOKED_AT)) {
      if (one.count > free) continue;
      assert(await moveSeats(tx.db, kind.id, { held: one.count }), `kind ${kind.id} has fewer seats than it says`);
      const { salon_id, user_id: buyer_id, count } = one;
      const wish = { salon_id, kind_id: kind.id, before: [], strict: false };
      const holders = kind.seated ? await findPlaces(tx, one.holders, wish) : one.holders;
      await writeHolds(tx.db, [{ salon_id, kind_id: kind.id, buyer_id, waiting_id: one.id, count, holders, expires_at: until }]);
      await setWaiting(tx.db, [one.id], { state: 'offered', offer_until: until, offer_order_id: null });
      free -= one.count;
      any = true;
    }
  }
  if (any) tx.afterCommit(() => wakeJob(tx.app, OFFERS_JOB));
}

/** How long a seat that becomes free now is reserved; null: it could not be bought (salon too near or hidden, organiser blocked). */
async function offerUntil(tx: TxCtx, salon_id: number): Promise<Date | null> {
  const salon = await findSalon(tx.db, salon_id);
  if (salon?.state !== 'open' || !salon.starts_at) return null;
  if ((await getSaleItem(tx, salon_id))?.status === 'taken_down') return null;
  if (!(await isAccountOpen(tx, salon.owner_id))) return null;
  const now = tx.app.clock.now().getTime();
  const last = salon.starts_at.getTime() - OFFER_ENDS_BEFORE_MS;
  return last <= now ? null : new Date(Math.min(now + OFFER_MS, last));
}
