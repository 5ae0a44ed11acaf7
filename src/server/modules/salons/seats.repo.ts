import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { TicketHolder } from '#contract/salon.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { KindRow, TicketRow } from './repo.ts';
import { salon_choices, salon_holds, salon_ticket_kinds, salon_tickets, salon_waiting, salons } from './tables.ts';

export type HoldRow = typeof salon_holds.$inferSelect;
export type WaitingRow = typeof salon_waiting.$inferSelect;

/** Kinds in one order everywhere, held until the transaction ends. */
export async function lockKinds(db: Tx, kind_ids: readonly number[]): Promise<Map<number, KindRow>> {
  if (kind_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(salon_ticket_kinds)
    .where(inArray(salon_ticket_kinds.id, [...new Set(kind_ids)]))
    .orderBy(asc(salon_ticket_kinds.salon_id), asc(salon_ticket_kinds.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Moves the two counters of a kind by one conditional statement. @returns false: there are not so many seats */
export async function moveSeats(db: Tx, kind_id: number, by: { held?: number; sold?: number }): Promise<boolean> {
  const { held = 0, sold = 0 } = by;
  const t = salon_ticket_kinds;
  const rows = await db
    .update(t)
    .set({ held: sql`${t.held} + ${held}`, sold: sql`${t.sold} + ${sold}` })
    .where(
      and(
        eq(t.id, kind_id),
        held + sold > 0 ? sql`${t.is_on}` : sql`true`,
        sql`${t.held} + ${held} >= 0 and ${t.sold} + ${sold} >= 0 and ${t.held} + ${held} + ${t.sold} + ${sold} <= greatest(${t.capacity}, ${t.held} + ${t.sold})`,
      ),
    )
    .returning({ id: t.id });
  return rows.length === 1;
}

export async function saveChoice(
  db: Queryable,
  row: { salon_id: number; buyer_id: number; lines: Array<{ kind_id: number; count: number }>; holders: TicketHolder[]; chosen_at: Date },
): Promise<void> {
  const { lines, holders, chosen_at } = row;
  await db
    .insert(salon_choices)
    .values(row)
    .onConflictDoUpdate({ target: [salon_choices.salon_id, salon_choices.buyer_id], set: { lines, holders, chosen_at } });
}

export async function findChoice(db: Queryable, salon_id: number, buyer_id: number): Promise<typeof salon_choices.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(salon_choices)
    .where(and(eq(salon_choices.salon_id, salon_id), eq(salon_choices.buyer_id, buyer_id)));
  return row ?? null;
}

/** Seats that a buyer has set aside for a salon now. */
export async function findBuyerHolds(db: Queryable, salon_id: number, buyer_id: number): Promise<HoldRow[]> {
  return db
    .select()
    .from(salon_holds)
    .where(and(eq(salon_holds.buyer_id, buyer_id), eq(salon_holds.salon_id, salon_id), sql`${salon_holds.state} in ('held', 'moving')`))
    .orderBy(asc(salon_holds.kind_id));
}

export async function findHoldsOf(db: Queryable, order_ids: readonly number[]): Promise<HoldRow[]> {
  if (order_ids.length === 0) return [];
  return db
    .select()
    .from(salon_holds)
    .where(inArray(salon_holds.order_id, [...order_ids]))
    .orderBy(asc(salon_holds.order_id), asc(salon_holds.kind_id));
}

/** Of an order one row a kind: a closed order that is held again has its row already. */
export async function writeHold(db: Tx, row: typeof salon_holds.$inferInsert): Promise<void> {
  const { count, holders, expires_at, waiting_id = null } = row;
  await db
    .insert(salon_holds)
    .values(row)
    .onConflictDoUpdate({
      target: [salon_holds.order_id, salon_holds.kind_id],
      targetWhere: sql`${salon_holds.order_id} is not null`,
      set: { state: 'held', count, expires_at, waiting_id, ...(holders ? { holders } : {}) },
    });
}

export async function setHolds(db: Tx, ids: readonly number[], state: HoldRow['state']): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(salon_holds)
    .set({ state })
    .where(inArray(salon_holds.id, [...ids]));
}

/** The next numbers of tickets of a salon: answers the first of them. */
export async function takeNumbers(db: Tx, salon_id: number, count: number): Promise<number> {
  const [row] = await db
    .update(salons)
    .set({ ticket_seq: sql`${salons.ticket_seq} + ${count}` })
    .where(eq(salons.item_id, salon_id))
    .returning({ last: salons.ticket_seq });
  return (row?.last ?? count) - count + 1;
}

export async function insertTickets(db: Tx, rows: ReadonlyArray<typeof salon_tickets.$inferInsert>): Promise<void> {
  if (rows.length > 0) await db.insert(salon_tickets).values([...rows]);
}

export async function findTicketsOfOrders(db: Queryable, order_ids: readonly number[]): Promise<TicketRow[]> {
  if (order_ids.length === 0) return [];
  return db
    .select()
    .from(salon_tickets)
    .where(inArray(salon_tickets.order_id, [...order_ids]))
    .orderBy(asc(salon_tickets.order_id), asc(salon_tickets.id));
}

export async function findTicket(db: Queryable, id: number): Promise<TicketRow | null> {
  const [row] = await db.select().from(salon_tickets).where(eq(salon_tickets.id, id));
  return row ?? null;
}

export async function findTicketBySecret(db: Queryable, secret: string): Promise<TicketRow | null> {
  const [row] = await db.select().from(salon_tickets).where(eq(salon_tickets.secret, secret));
  return row ?? null;
}

/** Ends tickets that are good still. @returns those that ended by this */
export async function endTickets(db: Tx, ids: readonly number[], state: 'refunded' | 'revoked', at: Date): Promise<TicketRow[]> {
  if (ids.length === 0) return [];
  return db
    .update(salon_tickets)
    .set({ state, ended_at: at })
    .where(and(inArray(salon_tickets.id, [...ids]), sql`${salon_tickets.state} in ('valid', 'used')`))
    .returning();
}

export async function noteRefunded(db: Tx, ticket_id: number, refunded_fen: number): Promise<void> {
  await db.update(salon_tickets).set({ refunded_fen }).where(eq(salon_tickets.id, ticket_id));
}

/** Tickets of a buyer, the newest first. */
export async function findTicketsOfBuyer(db: Queryable, of: { buyer_id: number; offset: number; limit: number }): Promise<TicketRow[]> {
  return db
    .select()
    .from(salon_tickets)
    .where(eq(salon_tickets.buyer_id, of.buyer_id))
    .orderBy(sql`${salon_tickets.id} desc nulls last`)
    .limit(of.limit)
    .offset(of.offset);
}

export async function countTicketsOfBuyer(db: Queryable, buyer_id: number): Promise<number> {
  return db.$count(salon_tickets, eq(salon_tickets.buyer_id, buyer_id));
}

/** Salons for which the buyer has a ticket that is good still. */
export async function findSalonsWithTicket(db: Queryable, buyer_id: number, salon_ids: readonly number[]): Promise<number[]> {
  if (salon_ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: salon_tickets.salon_id })
    .from(salon_tickets)
    .where(
      and(
        eq(salon_tickets.buyer_id, buyer_id),
        inArray(salon_tickets.salon_id, [...salon_ids]),
        sql`${salon_tickets.state} in ('valid', 'used')`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Buyers with a ticket of a salon that is good still. */
export async function findGuests(db: Queryable, salon_id: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: salon_tickets.buyer_id })
    .from(salon_tickets)
    .where(and(eq(salon_tickets.salon_id, salon_id), sql`${salon_tickets.state} in ('valid', 'used')`));
  return rows.map(({ id }) => id);
}

/** Orders of a salon with tickets that are good still. */
export async function findOrdersToRefund(db: Queryable, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: salon_tickets.order_id })
    .from(salon_tickets)
    .innerJoin(salons, eq(salons.item_id, salon_tickets.salon_id))
    .where(and(eq(salons.state, 'cancelled'), sql`${salon_tickets.state} in ('valid', 'used')`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function insertWaiting(db: Tx, row: typeof salon_waiting.$inferInsert): Promise<WaitingRow | null> {
  const [made] = await db.insert(salon_waiting).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

/** Who waits for a kind, the first to come first. Nobody with an open order of the salon: one buyer has one. */
export async function lockNextWaiting(db: Tx, kind_id: number, most: number, limit: number): Promise<WaitingRow[]> {
  return db
    .select()
    .from(salon_waiting)
    .where(
      and(
        eq(salon_waiting.kind_id, kind_id),
        sql`${salon_waiting.state} = 'waiting' and ${salon_waiting.count} <= ${most}`,
        sql`not exists (select 1 from salon_holds h where h.buyer_id = ${salon_waiting.user_id} and h.salon_id = ${salon_waiting.salon_id} and h.state in ('held', 'moving'))`,
      ),
    )
    .orderBy(asc(salon_waiting.since), asc(salon_waiting.id))
    .limit(limit)
    .for('update', { of: salon_waiting });
}

export async function setWaiting(db: Tx, ids: readonly number[], change: Partial<typeof salon_waiting.$inferInsert>): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(salon_waiting)
    .set(change)
    .where(inArray(salon_waiting.id, [...ids]));
}

/** Whoever waited for these kinds and has their seats now waits no more. */
export async function endWaiting(db: Tx, user_id: number, kind_ids: readonly number[]): Promise<void> {
  if (kind_ids.length === 0) return;
  await db
    .update(salon_waiting)
    .set({ state: 'taken' })
    .where(
      and(
        eq(salon_waiting.user_id, user_id),
        inArray(salon_waiting.kind_id, [...kind_ids]),
        sql`${salon_waiting.state} in ('waiting', 'offered')`,
      ),
    );
}

export async function findWaiting(db: Queryable, id: number): Promise<WaitingRow | null> {
  const [row] = await db.select().from(salon_waiting).where(eq(salon_waiting.id, id));
  return row ?? null;
}

/** Running entries of a user: of one salon, or of all that still take place. */
export async function findWaitingOf(db: Queryable, user_id: number, salon_id: number | null): Promise<WaitingRow[]> {
  return db
    .select()
    .from(salon_waiting)
    .where(
      and(
        eq(salon_waiting.user_id, user_id),
        sql`${salon_waiting.state} in ('waiting', 'offered')`,
        salon_id === null ? sql`true` : eq(salon_waiting.salon_id, salon_id),
        sql`exists (select 1 from ${salons} where ${salons.item_id} = ${salon_waiting.salon_id} and ${salons.state} = 'open')`,
      ),
    )
    .orderBy(sql`${salon_waiting.id} desc`)
    .limit(50);
}

/** Those of these entries whose seats are kept. */
export async function findOffered(db: Queryable, ids: readonly number[]): Promise<WaitingRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(salon_waiting)
    .where(and(inArray(salon_waiting.id, [...ids]), sql`${salon_waiting.state} = 'offered'`))
    .orderBy(asc(salon_waiting.id));
}

/** All running entries of a salon, held until the transaction ends. The caller holds its kinds. */
export async function lockRunning(db: Tx, salon_id: number): Promise<WaitingRow[]> {
  return db
    .select()
    .from(salon_waiting)
    .where(and(eq(salon_waiting.salon_id, salon_id), sql`${salon_waiting.state} in ('waiting', 'offered')`))
    .orderBy(asc(salon_waiting.id))
    .for('update');
}

/** Seats kept for somebody who has no order of them yet. */
export async function findUnplaced(db: Queryable, limit: number): Promise<WaitingRow[]> {
  return db
    .select()
    .from(salon_waiting)
    .where(sql`${salon_waiting.state} = 'offered' and ${salon_waiting.offer_order_id} is null`)
    .orderBy(asc(salon_waiting.offer_until))
    .limit(limit);
}

/** The reserved seats of an entry without an order. */
export async function findReserved(db: Queryable, waiting_id: number): Promise<HoldRow[]> {
  return db
    .select()
    .from(salon_holds)
    .where(and(eq(salon_holds.waiting_id, waiting_id), sql`${salon_holds.order_id} is null and ${salon_holds.state} = 'held'`));
}

export interface SeatFault {
  kind_id: number;
  salon_id: number;
  sold: number;
  held: number;
  tickets: number;
  holds: number;
}

/** Kinds whose counters say something else than their rows. */
export async function findSeatFaults(db: Queryable): Promise<SeatFault[]> {
  const found = await db.execute<{ [K in keyof SeatFault]: string }>(sql`
    select k.id as kind_id, k.salon_id, k.sold, k.held, coalesce(t.n, 0)::int as tickets, coalesce(h.n, 0)::int as holds
    from salon_ticket_kinds k
    left join (select kind_id, count(*) as n from salon_tickets where state in ('valid', 'used') group by kind_id) t on t.kind_id = k.id
    left join (select kind_id, sum(count) as n from salon_holds where state in ('held', 'moving') group by kind_id) h on h.kind_id = k.id
    where k.sold <> coalesce(t.n, 0) or k.held <> coalesce(h.n, 0) order by k.id`);
  return found.rows.map((row) => ({
    kind_id: Number(row.kind_id),
    salon_id: Number(row.salon_id),
    sold: Number(row.sold),
    held: Number(row.held),
    tickets: Number(row.tickets),
    holds: Number(row.holds),
  }));
}

/** An entry, held until the transaction ends. The caller holds its kind. */
export async function lockWaiting(db: Tx, id: number): Promise<WaitingRow | null> {
  const [row] = await db.select().from(salon_waiting).where(eq(salon_waiting.id, id)).for('update');
  return row ?? null;
}

/** How many of the same kind wait longer. */
export async function countAhead(db: Queryable, row: Pick<WaitingRow, 'id' | 'kind_id' | 'since'>): Promise<number> {
  return db.$count(
    salon_waiting,
    and(
      eq(salon_waiting.kind_id, row.kind_id),
      sql`${salon_waiting.state} = 'waiting' and (${salon_waiting.since}, ${salon_waiting.id}) < (${row.since.toISOString()}::timestamptz, ${row.id}::bigint)`,
    ),
  );
}

/** Takes names, phones and answers out of all that a user ordered, and their places on lists. */
export async function forgetHolders(db: Tx, user_id: number): Promise<void> {
  await db.update(salon_tickets).set({ holder_name: '已注销', holder_phone: '', answers: [] }).where(eq(salon_tickets.buyer_id, user_id));
  await db.update(salon_holds).set({ holders: [] }).where(eq(salon_holds.buyer_id, user_id));
  await db.delete(salon_choices).where(eq(salon_choices.buyer_id, user_id));
  const mine = eq(salon_waiting.user_id, user_id);
  await db.update(salon_waiting).set({ holders: [] }).where(mine);
  await db
    .update(salon_waiting)
    .set({ state: 'left' })
    .where(and(mine, eq(salon_waiting.state, 'waiting')));
}
