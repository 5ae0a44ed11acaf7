import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { vip_seat_holders, vip_seat_terms } from './tables.ts';

export type SeatTerm = typeof vip_seat_terms.$inferSelect;
export type SeatHolder = typeof vip_seat_holders.$inferSelect;
export type NewSeatTerm = Omit<SeatTerm, 'id' | 'ended_at'>;

/** The terms of a line that were not refunded, the earliest first, until the end of the transaction. */
export function lockSeatLine(db: Tx, line_id: number): Promise<SeatTerm[]> {
  return db
    .select()
    .from(vip_seat_terms)
    .where(and(eq(vip_seat_terms.line_id, line_id), isNull(vip_seat_terms.ended_at)))
    .orderBy(asc(vip_seat_terms.id))
    .for('update');
}

export async function insertSeatTerm(db: Tx, row: NewSeatTerm): Promise<void> {
  await db.insert(vip_seat_terms).values(row);
}

export async function findSeatTerm(db: Queryable, order_id: number): Promise<SeatTerm | null> {
  return (await db.select().from(vip_seat_terms).where(eq(vip_seat_terms.order_id, order_id)))[0] ?? null;
}

export async function markSeatTermEnded(db: Tx, id: number, now: Date): Promise<void> {
  await db.update(vip_seat_terms).set({ ended_at: now }).where(eq(vip_seat_terms.id, id));
}

/** What a company bought and did not get back, the newest first. */
export function findSeatTerms(db: Queryable, owner_id: number): Promise<SeatTerm[]> {
  return db
    .select()
    .from(vip_seat_terms)
    .where(and(eq(vip_seat_terms.owner_id, owner_id), isNull(vip_seat_terms.ended_at)))
    .orderBy(desc(vip_seat_terms.id))
    .limit(500);
}

/** All who ever sat on these lines, in the order in which they took their seats. */
export function findSeatHolders(db: Queryable, line_ids: readonly number[]): Promise<SeatHolder[]> {
  return db
    .select()
    .from(vip_seat_holders)
    .where(inArray(vip_seat_holders.line_id, [...line_ids]))
    .orderBy(asc(vip_seat_holders.id));
}

/** @returns false when they sit there already */
export async function insertSeatHolder(db: Tx, row: { line_id: number; user_id: number; given_at: Date }): Promise<boolean> {
  return (await db.insert(vip_seat_holders).values(row).onConflictDoNothing().returning({ id: vip_seat_holders.id })).length > 0;
}

export async function endSeatHolder(db: Tx, { line_id, user_id, now }: { line_id: number; user_id: number; now: Date }): Promise<void> {
  await db
    .update(vip_seat_holders)
    .set({ ended_at: now })
    .where(and(eq(vip_seat_holders.line_id, line_id), eq(vip_seat_holders.user_id, user_id), isNull(vip_seat_holders.ended_at)));
}

/** Somebody leaves the seats of a company. */
export async function endSeatsAt(db: Tx, { owner_id, user_id, now }: { owner_id: number; user_id: number; now: Date }): Promise<void> {
  await db.execute(sql`update vip_seat_holders set ended_at = ${now} where user_id = ${user_id} and ended_at is null
    and line_id in (select line_id from vip_seat_terms where owner_id = ${owner_id})`);
}

/** The terms of seats that somebody sits on, which run or will. */
export async function findSeatsOf(db: Queryable, user_id: number, now: Date): Promise<SeatTerm[]> {
  const rows = await db
    .select({ term: vip_seat_terms })
    .from(vip_seat_holders)
    .innerJoin(vip_seat_terms, eq(vip_seat_terms.line_id, vip_seat_holders.line_id))
    .where(
      and(
        eq(vip_seat_holders.user_id, user_id),
        isNull(vip_seat_holders.ended_at),
        isNull(vip_seat_terms.ended_at),
        sql`${vip_seat_terms.ends_at} > ${now}`,
      ),
    )
    .orderBy(asc(vip_seat_terms.starts_at), asc(vip_seat_terms.id));
  return rows.map(({ term }) => term);
}

/** Terms that end in between and have no other behind them; `after`: the id to go on from. */
export async function findEndingSeats(db: Queryable, of: { from: Date; to: Date; after: number; limit: number }): Promise<SeatTerm[]> {
  const last = sql`not exists (select 1 from vip_seat_terms n where n.line_id = ${vip_seat_terms.line_id} and n.ended_at is null and n.ends_at > ${vip_seat_terms.ends_at})`;
  return db
    .select()
    .from(vip_seat_terms)
    .where(
      and(
        sql`${vip_seat_terms.ends_at} > ${of.from} and ${vip_seat_terms.ends_at} <= ${of.to} and ${vip_seat_terms.id} > ${of.after}`,
        isNull(vip_seat_terms.ended_at),
        last,
      ),
    )
    .orderBy(asc(vip_seat_terms.id))
    .limit(of.limit);
}

// for the package of somebody's data
export const seatTermRows = ownRows(vip_seat_terms, vip_seat_terms.owner_id, [vip_seat_terms.id]);
export const seatHolderRows = ownRows(vip_seat_holders, vip_seat_holders.user_id, [vip_seat_holders.id]);
