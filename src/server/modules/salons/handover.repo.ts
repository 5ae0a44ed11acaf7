import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { TicketRow } from './repo.ts';
import { salon_handovers, salon_tickets } from './tables.ts';

/** What an organiser gave away stands among the guests of the salon. */
const heldBy = (user_id: number) =>
  or(and(eq(salon_tickets.buyer_id, user_id), eq(salon_tickets.is_gift, false)), eq(salon_tickets.to_id, user_id));

/** Tickets that somebody bought or was given, the newest first. */
export function findTicketsHeld(db: Queryable, of: { user_id: number; offset: number; limit: number }): Promise<TicketRow[]> {
  return db.select().from(salon_tickets).where(heldBy(of.user_id)).orderBy(desc(salon_tickets.id)).limit(of.limit).offset(of.offset);
}

export function countTicketsHeld(db: Queryable, user_id: number): Promise<number> {
  return db.$count(salon_tickets, heldBy(user_id));
}

/** The ticket is another person's from now on. */
export async function setHolder(
  db: Tx,
  id: number,
  change: Partial<Pick<TicketRow, 'to_id' | 'is_gift' | 'holder_name' | 'holder_phone' | 'answers' | 'secret'>>,
): Promise<void> {
  await db.update(salon_tickets).set(change).where(eq(salon_tickets.id, id));
}

export async function insertHandover(db: Tx, row: typeof salon_handovers.$inferInsert): Promise<void> {
  await db.insert(salon_handovers).values(row);
}

export function countHandovers(db: Queryable, ticket_id: number): Promise<number> {
  return db.$count(salon_handovers, eq(salon_handovers.ticket_id, ticket_id));
}

/** What a dead code was of; null: it never was one. */
export async function findHandover(db: Queryable, old_hash: string): Promise<{ ticket: TicketRow; from_name: string } | null> {
  const [row] = await db
    .select({ ticket: salon_tickets, from_name: salon_handovers.from_name })
    .from(salon_handovers)
    .innerJoin(salon_tickets, eq(salon_tickets.id, salon_handovers.ticket_id))
    .where(eq(salon_handovers.old_hash, old_hash));
  return row ?? null;
}

/** The number of a ticket's certificate: that of before, else the one that is offered. */
export async function takeProof(db: Queryable, id: number, proof_no: string): Promise<string> {
  const [row] = await db
    .update(salon_tickets)
    .set({ proof_no: sql`coalesce(${salon_tickets.proof_no}, ${proof_no})` })
    .where(eq(salon_tickets.id, id))
    .returning({ no: salon_tickets.proof_no });
  return row?.no ?? proof_no;
}

export async function findTicketByProof(db: Queryable, proof_no: string): Promise<TicketRow | null> {
  return (await db.select().from(salon_tickets).where(eq(salon_tickets.proof_no, proof_no)))[0] ?? null;
}

export type FormerHolders = ReadonlyMap<number, ReadonlyArray<{ name: string; phone: string; at: Date }>>;

/** Who had these tickets before, the first first. */
export async function formerHolders(db: Queryable, tickets: ReadonlyArray<{ id: number }>): Promise<FormerHolders> {
  const { ticket_id, from_name: name, from_phone: phone, given_at: at } = salon_handovers;
  const ids = tickets.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ ticket_id, name, phone, at })
          .from(salon_handovers)
          .where(inArray(ticket_id, ids))
          .orderBy(asc(salon_handovers.id));
  return Map.groupBy(rows, (row) => row.ticket_id);
}

/** When this ticket was given away last; null: never. */
export async function lastHandover(db: Queryable, ticket_id: number): Promise<Date | null> {
  const last = sql<Date | null>`max(${salon_handovers.given_at})`.mapWith(salon_handovers.given_at);
  const [row] = await db
    .select({ last })
    .from(salon_handovers)
    .where(and(eq(salon_handovers.ticket_id, ticket_id)));
  return row?.last ?? null;
}

export const handoverRows = ownRows(salon_handovers, salon_handovers.from_id, [salon_handovers.id], { ours: [salon_handovers.old_hash] });
