import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { TicketHolder } from '#contract/salon.ts';
import { batched, batchedWrite, byKey } from '../../db/batched.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { KindRow, TicketRow } from './repo.ts';
import { salon_checkins, salon_choices, salon_holds, salon_recaps, salon_tickets, salon_waiting, salons } from './tables.ts';

export type HoldRow = typeof salon_holds.$inferSelect;
export type WaitingRow = typeof salon_waiting.$inferSelect;

const lockAll = statement<KindRow>(
  'salons_lock_kinds',
  'select * from salon_ticket_kinds where id = any($1::bigint[]) order by salon_id, id for update',
);

/** Kinds in one order everywhere, held until the transaction ends. */
export async function lockKinds(db: Tx, kind_ids: readonly number[]): Promise<Map<number, KindRow>> {
  if (kind_ids.length === 0) return new Map();
  return new Map((await lockAll(db, [[...new Set(kind_ids)]])).map((row) => [row.id, row]));
}

/** By how much the two counters of a kind move. */
export interface SeatMove {
  kind_id: number;
  held?: number;
  sold?: number;
}

const move = statement<{ id: number }>(
  'salons_move_seats',
  `update salon_ticket_kinds k set held = k.held + g.held, sold = k.sold + g.sold
   from unnest($1::bigint[], $2::int[], $3::int[]) as g(id, held, sold)
   where k.id = g.id and (g.held + g.sold <= 0 or k.is_on) and k.held + g.held >= 0 and k.sold + g.sold >= 0
     and k.held + g.held + k.sold + g.sold <= greatest(k.capacity, k.held + k.sold)
   returning k.id`,
);

/** Moves the two counters of a kind by one conditional statement. @returns false: there are not so many seats */
export function moveSeats(db: Tx, kind_id: number, by: Omit<SeatMove, 'kind_id'>): Promise<boolean> {
  return moveAllSeats(db, [{ kind_id, ...by }]);
}

/** The same for kinds that the caller holds; what moves several times moves by the sum. @returns false: one of them has not so many */
export async function moveAllSeats(db: Tx, moves: readonly SeatMove[]): Promise<boolean> {
  const sums = new Map<number, { held: number; sold: number }>();
  for (const { kind_id, held = 0, sold = 0 } of moves) {
    const sum = sums.get(kind_id) ?? { held: 0, sold: 0 };
    sums.set(kind_id, { held: sum.held + held, sold: sum.sold + sold });
  }
  if (sums.size === 0) return true;
  const by = [...sums.values()];
  const moved = await move(db, [[...sums.keys()], by.map(({ held }) => held), by.map(({ sold }) => sold)]);
  return moved.length === sums.size;
}

export interface Choice {
  salon_id: number;
  buyer_id: number;
  lines: Array<{ kind_id: number; count: number }>;
  holders: TicketHolder[];
  chosen_at: Date;
}

const save = statement(
  'salons_save_choices',
  `insert into salon_choices (salon_id, buyer_id, lines, holders, chosen_at)
   select salon_id, buyer_id, lines, holders, chosen_at
   from jsonb_to_recordset($1::jsonb) as g(salon_id bigint, buyer_id bigint, lines jsonb, holders jsonb, chosen_at timestamptz)
   order by salon_id, buyer_id
   on conflict (salon_id, buyer_id) do update set lines = excluded.lines, holders = excluded.holders, chosen_at = excluded.chosen_at`,
);

/** What somebody chose last takes the place of what they chose before. Those that choose at the same time share a commit. */
export const saveChoice = batchedWrite(async (db: Queryable, choices: readonly Choice[]) => {
  // of one buyer and salon the last one counts
  const last = new Map(choices.map((one) => [`${one.salon_id}/${one.buyer_id}`, one]));
  await save(db, [JSON.stringify([...last.values()])]);
  return choices.map(() => undefined);
});

const choices = statement<{ n: number; holders: TicketHolder[] | null; has_holds: boolean }>(
  'salons_choices',
  `select k.n, c.holders, exists (select 1 from salon_holds h where h.buyer_id = k.buyer_id and h.salon_id = k.salon_id and h.state in ('held', 'moving')) as has_holds
   from unnest($1::bigint[], $2::bigint[]) with ordinality as k(salon_id, buyer_id, n)
   left join salon_choices c on c.salon_id = k.salon_id and c.buyer_id = k.buyer_id order by k.n`,
);

/** Whom buyers chose for the seats of a salon last, and whether they have seats of it set aside. In the order given. */
export function findChosen(db: Queryable, of: ReadonlyArray<{ salon_id: number; buyer_id: number }>) {
  return choices(db, [of.map(({ salon_id }) => salon_id), of.map(({ buyer_id }) => buyer_id)]);
}

export async function findChoice(db: Queryable, salon_id: number, buyer_id: number): Promise<typeof salon_choices.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(salon_choices)
    .where(and(eq(salon_choices.salon_id, salon_id), eq(salon_choices.buyer_id, buyer_id)));
  return row ?? null;
}

const ofBuyers = statement<HoldRow & { n: number }>(
  'salons_holds_of_buyers',
  `select k.n, h.* from unnest($1::bigint[], $2::bigint[]) with ordinality as k(salon_id, buyer_id, n)
   join salon_holds h on h.buyer_id = k.buyer_id and h.salon_id = k.salon_id and h.state in ('held', 'moving') order by k.n, h.kind_id`,
);

const buyerHolds = batched(async (db, keys: ReadonlyArray<{ salon_id: number; buyer_id: number }>) =>
  byKey(await ofBuyers(db, [keys.map(({ salon_id }) => salon_id), keys.map(({ buyer_id }) => buyer_id)]), keys.length),
);

/** Seats that a buyer has set aside for a salon now. */
export function findBuyerHolds(db: Queryable, salon_id: number, buyer_id: number): Promise<HoldRow[]> {
  return buyerHolds(db, { salon_id, buyer_id });
}

const ofOrders = statement<HoldRow>(
  'salons_holds_of_orders',
  'select * from salon_holds where order_id = any($1::bigint[]) order by order_id, kind_id',
);

export async function findHoldsOf(db: Queryable, order_ids: readonly number[]): Promise<HoldRow[]> {
  return order_ids.length === 0 ? [] : ofOrders(db, [order_ids]);
}

export interface NewHold {
  salon_id: number;
  kind_id: number;
  buyer_id: number;
  /** Absent: reserved for the waiting list. */
  order_id?: number;
  waiting_id?: number | null;
  count: number;
  holders: TicketHolder[];
  expires_at: Date;
}

const hold = statement(
  'salons_write_holds',
  `with h as (
     insert into salon_holds as h (salon_id, kind_id, buyer_id, order_id, waiting_id, count, holders, expires_at)
     select * from jsonb_to_recordset($1::jsonb) as g(salon_id bigint, kind_id bigint, buyer_id bigint, order_id bigint, waiting_id bigint,
     count int, holders jsonb, expires_at timestamptz)
     on conflict (order_id, kind_id) where order_id is not null
       do update set state = 'held', count = excluded.count, expires_at = excluded.expires_at, waiting_id = excluded.waiting_id, holders = excluded.holders
     returning id, kind_id, holders
   )
   update salon_seats s set hold_id = g.id from (select id, kind_id, (jsonb_array_elements(holders) ->> 'seat_id')::bigint as seat_id from h) g
   where s.id = g.seat_id and s.kind_id = g.kind_id and s.hold_id is null and s.ticket_id is null`,
);

/** Of an order one row a kind: a closed order that is held again has its row already. Takes the chairs that its people name; the caller holds the kinds. */
export async function writeHolds(db: Tx, rows: readonly NewHold[]): Promise<void> {
  if (rows.length > 0) await hold(db, [JSON.stringify(rows)]);
}

const set = statement(
  'salons_set_holds',
  `with h as (update salon_holds set state = $2 where id = any($1::bigint[]))
   update salon_seats set hold_id = null where $2 = 'released' and hold_id = any($1::bigint[])`,
);

/** What is released gives its chairs back. */
export async function setHolds(db: Tx, ids: readonly number[], state: HoldRow['state']): Promise<void> {
  if (ids.length > 0) await set(db, [ids, state]);
}

// in order of their ids, so that two that sell of the same salons do not wait for each other
const number = statement<{ id: number; last: number }>(
  'salons_take_numbers',
  `insert into salon_numbers as n (salon_id, last)
   select g.id, g.count from unnest($1::bigint[], $2::int[]) as g(id, count) order by g.id
   on conflict (salon_id) do update set last = n.last + excluded.last returning n.salon_id as id, n.last`,
);

/** The next numbers of tickets of salons, so many of each: answers the first of them. */
export async function takeNumbers(db: Tx, counts: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  const rows = await number(db, [[...counts.keys()], [...counts.values()]]);
  return new Map(rows.map(({ id, last }) => [id, last - (counts.get(id) ?? 0) + 1]));
}

export interface NewTicket {
  salon_id: number;
  kind_id: number;
  order_id: number;
  orderid: string;
  buyer_id: number;
  holder_name: string;
  holder_phone: string;
  answers: TicketHolder['answers'];
  paid_fen: number;
  secret: string;
  seq: number;
  created_at: Date;
  seat_id: number | null;
}

const ticket = statement(
  'salons_insert_tickets',
  `with g as (
     select * from jsonb_to_recordset($1::jsonb) as g(salon_id bigint, kind_id bigint, order_id bigint, orderid text, buyer_id bigint,
       holder_name text, holder_phone text, answers jsonb, paid_fen bigint, secret text, seq int, created_at timestamptz, seat_id bigint)
   ), t as (
     insert into salon_tickets (salon_id, kind_id, order_id, orderid, buyer_id, holder_name, holder_phone, answers, paid_fen, secret, seq, created_at, seat)
     select g.salon_id, g.kind_id, order_id, orderid, buyer_id, holder_name, holder_phone, answers, paid_fen, secret, seq, created_at, coalesce(s.label, '')
     from g left join salon_seats s on s.id = g.seat_id
     returning id, secret
   )
   update salon_seats s set hold_id = null, ticket_id = t.id from t join g using (secret) where s.id = g.seat_id and s.kind_id = g.kind_id`,
);

/** Tickets in their order, each on its chair. */
export async function insertTickets(db: Tx, rows: readonly NewTicket[]): Promise<void> {
  if (rows.length > 0) await ticket(db, [JSON.stringify(rows)]);
}

export async function findTicketsOfOrders(db: Queryable, order_ids: readonly number[]): Promise<TicketRow[]> {
  if (order_ids.length === 0) return [];
  return db
    .select()
    .from(salon_tickets)
    .where(inArray(salon_tickets.order_id, [...order_ids]))
    .orderBy(asc(salon_tickets.order_id), asc(salon_tickets.id));
}

/** The same under `FOR UPDATE`: a door waits until the transaction ends. */
export function lockTicketsOfOrder(db: Tx, order_id: number): Promise<TicketRow[]> {
  return db.select().from(salon_tickets).where(eq(salon_tickets.order_id, order_id)).orderBy(asc(salon_tickets.id)).for('update');
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

const coming = statement<{ id: number; ordering: boolean }>(
  'salons_coming',
  `select c.id, bool_or(c.ordering) as ordering from (
     select buyer_id as id, true as ordering from salon_holds where salon_id = $1 and state in ('held', 'moving') and order_id is not null
     union all
     select user_id, false from salon_waiting where salon_id = $1 and state in ('waiting', 'offered')
   ) c
   where not exists (select 1 from salon_tickets t where t.salon_id = $1 and t.buyer_id = c.id and t.state in ('valid', 'used'))
   group by c.id order by c.id`,
);

/** Who has no ticket of a salon but an order that is not paid (`ordering`), or a place on a waiting list. */
export function findComers(db: Queryable, salon_id: number): Promise<Array<{ id: number; ordering: boolean }>> {
  return coming(db, [salon_id]);
}

const unpaid = statement<{ id: number }>(
  'salons_unpaid_orders',
  `select distinct h.order_id as id from salon_holds h join salons s on s.item_id = h.salon_id
   where s.state = 'cancelled' and h.state in ('held', 'moving') and h.order_id is not null limit $1`,
);

/** Orders of cancelled salons that can be paid still. */
export async function findOrdersToClose(db: Queryable, limit: number): Promise<number[]> {
  return (await unpaid(db, [limit])).map(({ id }) => id);
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

/** Who waits for a kind, the first to come first. None with an open order of the salon: one buyer has one. */
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

const endAll = statement(
  'salons_end_waiting',
  `update salon_waiting w set state = 'taken' from unnest($1::bigint[], $2::bigint[]) as g(user_id, kind_id)
   where w.user_id = g.user_id and w.kind_id = g.kind_id and w.state in ('waiting', 'offered')`,
);

/** Ends the waiting entries of buyers who have their seats now. The caller holds the kinds. */
export async function endWaiting(db: Tx, seated: ReadonlyArray<{ buyer_id: number; kind_id: number }>): Promise<void> {
  await endAll(db, [seated.map(({ buyer_id }) => buyer_id), seated.map(({ kind_id }) => kind_id)]);
}

export async function findWaiting(db: Queryable, id: number): Promise<WaitingRow | null> {
  const [row] = await db.select().from(salon_waiting).where(eq(salon_waiting.id, id));
  return row ?? null;
}

const waitingOf = statement<WaitingRow & { n: number }>(
  'salons_waiting_of',
  `select k.n, w.* from unnest($1::bigint[], $2::bigint[]) with ordinality as k(user_id, salon_id, n)
   cross join lateral (
     select * from salon_waiting w where w.user_id = k.user_id and w.state in ('waiting', 'offered') and (k.salon_id is null or w.salon_id = k.salon_id)
       and exists (select 1 from salons s where s.item_id = w.salon_id and s.state = 'open')
     order by w.id desc limit 50
   ) w order by k.n, w.id desc`,
);

const runningOf = batched(async (db, keys: ReadonlyArray<{ user_id: number; salon_id: number | null }>) =>
  byKey(await waitingOf(db, [keys.map(({ user_id }) => user_id), keys.map(({ salon_id }) => salon_id)]), keys.length),
);

/** Running entries of a user: of one salon, or of all that still take place. */
export function findWaitingOf(db: Queryable, user_id: number, salon_id: number | null): Promise<WaitingRow[]> {
  return runningOf(db, { user_id, salon_id });
}

/** Those of these entries whose seats are reserved. */
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

/** Seats reserved for somebody who has no order of them yet. */
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

// for the package of somebody's data
export const checkInRows = ownRows(salon_checkins, salon_tickets.buyer_id, [salon_checkins.id], {
  ours: [salon_checkins.nonce, salon_checkins.by_staff, salon_checkins.by_user_id],
  through: { table: salon_tickets, on: eq(salon_tickets.id, salon_checkins.ticket_id) },
});
export const recapRows = ownRows(salon_recaps, salons.owner_id, [salon_recaps.salon_id], {
  through: { table: salons, on: eq(salons.item_id, salon_recaps.salon_id) },
});
export const waitingRows = ownRows(salon_waiting, salon_waiting.user_id, [salon_waiting.id]);
