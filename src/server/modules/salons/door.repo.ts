import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { DoorDirection, DoorResult } from '#contract/door.ts';
import type { TicketState } from '#contract/salon.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { kindColumn } from './repo.ts';
import { salon_checkins, salon_handovers, salon_staff, salon_ticket_kinds, salon_tickets, salons } from './tables.ts';

export type DoorRecord = typeof salon_staff.$inferSelect;
export type CheckinRecord = typeof salon_checkins.$inferSelect;

/** As much of a ticket as a door needs. */
export interface DoorTicketRow {
  id: number;
  salon_id: number;
  order_id: number;
  seq: number;
  kind: string;
  seat: string;
  holder: string;
  state: TicketState;
  secret: string;
  /** For taking part by the network. */
  online: boolean;
}

const ticketColumns = {
  id: salon_tickets.id,
  salon_id: salon_tickets.salon_id,
  order_id: salon_tickets.order_id,
  seq: salon_tickets.seq,
  kind: kindColumn,
  seat: salon_tickets.seat,
  holder: salon_tickets.holder_name,
  state: salon_tickets.state,
  secret: salon_tickets.secret,
  online: salon_ticket_kinds.is_online,
};

const ticketsFrom = (db: Queryable) =>
  db.select(ticketColumns).from(salon_tickets).innerJoin(salon_ticket_kinds, eq(salon_ticket_kinds.id, salon_tickets.kind_id));

export async function findDoor(db: Queryable, token_hash: string): Promise<DoorRecord | null> {
  return (await db.select().from(salon_staff).where(eq(salon_staff.token_hash, token_hash)))[0] ?? null;
}

export async function insertDoor(db: Tx, row: Omit<typeof salon_staff.$inferInsert, 'id'>): Promise<number> {
  return ((await db.insert(salon_staff).values(row).returning({ id: salon_staff.id }))[0] as { id: number }).id;
}

/** Links that were not ended are good until then. */
export async function moveDoors(db: Tx, salon_id: number, expires_at: Date): Promise<void> {
  await db
    .update(salon_staff)
    .set({ expires_at })
    .where(and(eq(salon_staff.salon_id, salon_id), isNull(salon_staff.ended_at)));
}

/** The links of a salon, the newest first, with how often each was used. */
export function findDoors(db: Queryable, salon_id: number) {
  return db
    .select({
      id: salon_staff.id,
      name: salon_staff.name,
      gate: salon_staff.gate,
      expires_at: salon_staff.expires_at,
      ended_at: salon_staff.ended_at,
      scans: sql<number>`(select count(*)::int from salon_checkins c where c.by_staff = salon_staff.id)`,
      seen_at: sql<
        number | null
      >`(select floor(extract(epoch from max(c.received_at)))::int from salon_checkins c where c.by_staff = salon_staff.id)`,
    })
    .from(salon_staff)
    .where(eq(salon_staff.salon_id, salon_id))
    .orderBy(desc(salon_staff.id))
    .limit(100);
}

export function countLiveDoors(db: Queryable, salon_id: number, now: Date): Promise<number> {
  return db.$count(salon_staff, and(eq(salon_staff.salon_id, salon_id), isNull(salon_staff.ended_at), gt(salon_staff.expires_at, now)));
}

/** False: no such link of this salon, or it is ended already. */
export async function endDoor(db: Tx, of: { id: number; salon_id: number; at: Date }): Promise<boolean> {
  const done = await db
    .update(salon_staff)
    .set({ ended_at: of.at })
    .where(and(eq(salon_staff.id, of.id), eq(salon_staff.salon_id, of.salon_id), isNull(salon_staff.ended_at)));
  return (done.rowCount ?? 0) > 0;
}

/** Ends every open link of a user's salons. */
export async function endDoorsOf(db: Tx, owner_id: number, now: Date): Promise<void> {
  await db
    .update(salon_staff)
    .set({ ended_at: now })
    .where(liveOf(db, owner_id, now));
}

const liveOf = (db: Queryable, owner_id: number, now: Date) =>
  and(
    inArray(salon_staff.salon_id, db.select({ id: salons.item_id }).from(salons).where(eq(salons.owner_id, owner_id))),
    isNull(salon_staff.ended_at),
    gt(salon_staff.expires_at, now),
  );

export function countDoorsOf(db: Queryable, owner_id: number, now: Date): Promise<number> {
  return db.$count(salon_staff, liveOf(db, owner_id, now));
}

export async function findTicketBySecret(db: Queryable, secret: string): Promise<DoorTicketRow | null> {
  return (await ticketsFrom(db).where(eq(salon_tickets.secret, secret)))[0] ?? null;
}

/** The ticket of a salon by the hash of its secret or the beginning of it; null: none, or more than one. */
export async function findTicketByHash(db: Queryable, salon_id: number, key: string): Promise<DoorTicketRow | null> {
  const hash = sql`encode(sha256(convert_to(${salon_tickets.secret}, 'UTF8')), 'hex')`;
  const rows = await ticketsFrom(db)
    .where(and(eq(salon_tickets.salon_id, salon_id), sql`left(${hash}, ${key.length}::int) = ${key}`))
    .limit(2);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** A ticket by a code of before it was given to somebody else: by the hash, or of a salon by the beginning of it. */
export async function findGivenTicket(db: Queryable, key: string, salon_id?: number): Promise<DoorTicketRow | null> {
  const named =
    salon_id === undefined
      ? eq(salon_handovers.old_hash, key)
      : and(sql`left(${salon_handovers.old_hash}, ${key.length}::int) = ${key}`, eq(salon_tickets.salon_id, salon_id));
  const rows = await ticketsFrom(db).innerJoin(salon_handovers, eq(salon_handovers.ticket_id, salon_tickets.id)).where(named).limit(2);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** The dead codes of a salon's tickets. */
export function findGivenCodes(db: Queryable, salon_id: number): Promise<Array<{ hash: string; id: number }>> {
  return db
    .select({ hash: salon_handovers.old_hash, id: salon_tickets.id })
    .from(salon_handovers)
    .innerJoin(salon_tickets, eq(salon_tickets.id, salon_handovers.ticket_id))
    .where(eq(salon_tickets.salon_id, salon_id));
}

/** Under `FOR UPDATE` until the transaction ends. */
export async function lockTicketState(
  db: Tx,
  id: number,
): Promise<{ salon_id: number; state: TicketState; used_at: Date | null; secret: string } | null> {
  const { salon_id, state, used_at, secret } = salon_tickets;
  const rows = await db.select({ salon_id, state, used_at, secret }).from(salon_tickets).where(eq(salon_tickets.id, id)).for('update');
  return rows[0] ?? null;
}

/** Of a salon's ticket by its id. */
export async function findTicketOf(db: Queryable, salon_id: number, id: number): Promise<DoorTicketRow | null> {
  return (await ticketsFrom(db).where(and(eq(salon_tickets.id, id), eq(salon_tickets.salon_id, salon_id))))[0] ?? null;
}

export function findTicketsOfOrder(db: Queryable, salon_id: number, order_id: number): Promise<DoorTicketRow[]> {
  return ticketsFrom(db)
    .where(and(eq(salon_tickets.order_id, order_id), eq(salon_tickets.salon_id, salon_id)))
    .orderBy(asc(salon_tickets.id));
}

/** A ticket is used from the first time on that it comes in; taken back, it is as good as new. */
export async function setTicketUsed(db: Tx, id: number, used_at: Date | null): Promise<void> {
  await db
    .update(salon_tickets)
    .set({ state: used_at === null ? 'valid' : 'used', used_at })
    .where(eq(salon_tickets.id, id));
}

export async function findCheckin(db: Queryable, salon_id: number, nonce: string): Promise<CheckinRecord | null> {
  const rows = await db
    .select()
    .from(salon_checkins)
    .where(and(eq(salon_checkins.salon_id, salon_id), eq(salon_checkins.nonce, nonce)));
  return rows[0] ?? null;
}

/** False: this nonce was there before. */
export async function insertCheckin(
  db: Tx,
  row: Omit<typeof salon_checkins.$inferInsert, 'id' | 'result'> & { result: DoorResult | 'undone' | 'joined' },
) {
  return ((await db.insert(salon_checkins).values(row).onConflictDoNothing()).rowCount ?? 0) > 0;
}

/** What was done last with a ticket at the salon's doors; refused scans do not count. */
export async function lastPass(
  db: Queryable,
  ticket_id: number,
): Promise<{ at: Date; gate: string; direction: DoorDirection; result: string } | null> {
  const rows = await db
    .select({ at: salon_checkins.at, gate: salon_checkins.gate, direction: salon_checkins.direction, result: salon_checkins.result })
    .from(salon_checkins)
    .where(and(eq(salon_checkins.ticket_id, ticket_id), sql`${salon_checkins.result} in ('ok', 'undone')`))
    .orderBy(desc(salon_checkins.at), desc(salon_checkins.id))
    .limit(1);
  return rows[0] ?? null;
}

export interface PassRow {
  [key: string]: unknown;
  ticket_id: number;
  inside: boolean;
  /** Unix seconds. */
  at: number;
  gate: string;
}

/** The last pass of every ticket of a salon that was at a door. */
export async function lastPasses(db: Queryable, salon_id: number): Promise<Map<number, PassRow>> {
  const { rows } = await db.execute<PassRow>(sql`
    select distinct on (c.ticket_id) c.ticket_id::int8 as ticket_id, (c.result = 'ok' and c.direction = 'in') as inside,
      floor(extract(epoch from c.at))::int as at, c.gate
    from salon_checkins c where c.salon_id = ${salon_id} and c.result in ('ok', 'undone') and c.ticket_id is not null
    order by c.ticket_id, c.at desc, c.id desc`);
  return new Map(rows.map((row) => [Number(row.ticket_id), row]));
}

export function findTicketsOfSalon(db: Queryable, salon_id: number) {
  return db
    .select({ ...ticketColumns, used_at: salon_tickets.used_at })
    .from(salon_tickets)
    .innerJoin(salon_ticket_kinds, eq(salon_ticket_kinds.id, salon_tickets.kind_id))
    .where(eq(salon_tickets.salon_id, salon_id))
    .orderBy(asc(salon_tickets.seq));
}
