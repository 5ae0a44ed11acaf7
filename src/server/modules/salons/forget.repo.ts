import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Tx } from '../../db/pool.ts';
import { lockKinds } from './seats.repo.ts';
import { salon_choices, salon_handovers, salon_holds, salon_tickets, salon_waiting } from './tables.ts';

/** Takes names, phones and answers out of all that a user ordered, and their places on lists. Locks the tickets, then the kinds. */
export async function forgetHolders(db: Tx, user_id: number): Promise<void> {
  const own = or(eq(salon_tickets.buyer_id, user_id), eq(salon_tickets.to_id, user_id));
  const mine = eq(salon_waiting.user_id, user_id);
  const held = eq(salon_holds.buyer_id, user_id);
  await db.select({ id: salon_tickets.id }).from(salon_tickets).where(own).orderBy(asc(salon_tickets.id)).for('update');
  const waited = db.select({ id: salon_waiting.kind_id }).from(salon_waiting).where(mine);
  const kinds = await waited.union(db.select({ id: salon_holds.kind_id }).from(salon_holds).where(held));
  await lockKinds(
    db,
    kinds.map(({ id }) => id),
  );
  await db.update(salon_tickets).set({ holder_name: '已注销', holder_phone: '', answers: [] }).where(own);
  const bought = db.select({ id: salon_tickets.id }).from(salon_tickets).where(eq(salon_tickets.buyer_id, user_id));
  const had = or(eq(salon_handovers.from_id, user_id), inArray(salon_handovers.ticket_id, bought));
  await db.update(salon_handovers).set({ from_name: '已注销', from_phone: '', from_id: null }).where(had);
  await db.update(salon_tickets).set({ to_id: null }).where(eq(salon_tickets.to_id, user_id));
  await db.update(salon_holds).set({ holders: [] }).where(held);
  await db.delete(salon_choices).where(eq(salon_choices.buyer_id, user_id));
  await db.update(salon_waiting).set({ holders: [] }).where(mine);
  await db
    .update(salon_waiting)
    .set({ state: 'left' })
    .where(and(mine, eq(salon_waiting.state, 'waiting')));
}
