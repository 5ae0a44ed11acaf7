import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { GuestState } from '#contract/organise.ts';
import { beginning } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { kindColumn, whoseIs } from './repo.ts';
import { salon_ticket_kinds, salon_tickets } from './tables.ts';

const OF_STATE: Record<GuestState, readonly ('valid' | 'used' | 'refunded' | 'revoked')[]> = {
  all: ['valid', 'used', 'refunded', 'revoked'],
  valid: ['valid'],
  used: ['used'],
  gone: ['refunded', 'revoked'],
};

const guestColumns = {
  id: salon_tickets.id,
  seq: salon_tickets.seq,
  kind: kindColumn,
  is_gift: salon_tickets.is_gift,
  secret: salon_tickets.secret,
  seat: salon_tickets.seat,
  name: salon_tickets.holder_name,
  phone: salon_tickets.holder_phone,
  state: salon_tickets.state,
  used_at: salon_tickets.used_at,
  paid_fen: sql<number>`(${salon_tickets.paid_fen} - ${salon_tickets.refunded_fen})::int`,
  refunded_fen: salon_tickets.refunded_fen,
  bought_at: salon_tickets.created_at,
  order_id: salon_tickets.order_id,
  answers: salon_tickets.answers,
  order_count: sql<number>`(select count(*) from salon_tickets o where o.order_id = ${salon_tickets.order_id} and o.state in ('valid', 'used'))::int`,
  order_fen: sql<number>`(select coalesce(sum(o.paid_fen), 0) from salon_tickets o where o.order_id = ${salon_tickets.order_id} and o.state in ('valid', 'used'))::int`,
};

/** By the beginning of a name or phone, or the number of a ticket. */
function found(text: string): SQL | undefined {
  if (text === '') return undefined;
  // four digits: a ticket's number, or how a phone number ends
  if (/^\d{1,3}$/.test(text)) return eq(salon_tickets.seq, Number(text));
  if (/^\d{4}$/.test(text)) return sql`(${salon_tickets.seq} = ${Number(text)} or ${salon_tickets.holder_phone} like ${`%${text}`})`;
  return sql`(${salon_tickets.holder_name} like ${beginning(text)} or ${salon_tickets.holder_phone} like ${beginning(text)})`;
}

export interface GuestWish {
  salon_id: number;
  state: GuestState;
  search: string;
}

const chosen = ({ salon_id, state, search }: GuestWish) =>
  and(eq(salon_tickets.salon_id, salon_id), inArray(salon_tickets.state, [...OF_STATE[state]]), found(search));

/** In the order of the ticket numbers; read by `salon_tickets_seq`. */
export function findGuests(db: Queryable, wish: GuestWish, at: { after_seq: number; limit: number } | { offset: number; limit: number }) {
  const after = 'after_seq' in at ? sql`${salon_tickets.seq} > ${at.after_seq}` : undefined;
  return db
    .select(guestColumns)
    .from(salon_tickets)
    .innerJoin(salon_ticket_kinds, eq(salon_ticket_kinds.id, salon_tickets.kind_id))
    .where(and(chosen(wish), after))
    .orderBy(asc(salon_tickets.seq))
    .limit(at.limit)
    .offset('offset' in at ? at.offset : 0);
}

export type GuestRow = Awaited<ReturnType<typeof findGuests>>[number];

export async function countGuests(db: Queryable, wish: GuestWish): Promise<number> {
  return db.$count(salon_tickets, chosen(wish));
}

/** How many tickets a salon has of each state. */
export async function countByState(db: Queryable, salon_id: number): Promise<Map<string, number>> {
  const rows = await db
    .select({ state: salon_tickets.state, n: sql<number>`count(*)::int` })
    .from(salon_tickets)
    .where(eq(salon_tickets.salon_id, salon_id))
    .groupBy(salon_tickets.state);
  return new Map(rows.map(({ state, n }) => [state, n]));
}

/** What of each kind was sold, came and was earned. */
export function findKindFigures(db: Queryable, salon_id: number) {
  return db
    .select({
      id: salon_ticket_kinds.id,
      name: salon_ticket_kinds.name,
      capacity: salon_ticket_kinds.capacity,
      held: salon_ticket_kinds.held,
      waiting: sql<number>`(select coalesce(sum(w.count), 0) from salon_waiting w where w.kind_id = salon_ticket_kinds.id and w.state = 'waiting')::int`,
      is_on: salon_ticket_kinds.is_on,
      questions: salon_ticket_kinds.questions,
      left: sql<number>`case when ${salon_ticket_kinds.is_on} then greatest(0, ${salon_ticket_kinds.capacity} - ${salon_ticket_kinds.sold} - ${salon_ticket_kinds.held}) else 0 end`,
      sale_until: salon_ticket_kinds.sale_until,
      sold: sql<number>`count(${salon_tickets.id}) filter (where ${salon_tickets.state} in ('valid', 'used'))::int`,
      came: sql<number>`count(${salon_tickets.id}) filter (where ${salon_tickets.state} = 'used')::int`,
      paid_fen: sql<number>`coalesce(sum(${salon_tickets.paid_fen}), 0)::int`,
      refunded_fen: sql<number>`coalesce(sum(${salon_tickets.refunded_fen}), 0)::int`,
    })
    .from(salon_ticket_kinds)
    .leftJoin(salon_tickets, and(eq(salon_tickets.salon_id, salon_id), eq(salon_tickets.kind_id, salon_ticket_kinds.id)))
    .where(eq(salon_ticket_kinds.salon_id, salon_id))
    .groupBy(salon_ticket_kinds.id)
    .orderBy(asc(salon_ticket_kinds.position), asc(salon_ticket_kinds.id));
}

/** Tickets that are good, by the day of Shanghai on which they were sold: the newest `limit` days that sold any, the oldest first. */
export async function findSoldByDay(db: Queryable, salon_id: number, limit: number): Promise<Array<{ day: string; sold: number }>> {
  const day = sql<string>`to_char(${salon_tickets.created_at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day, sold: sql<number>`count(*)::int` })
    .from(salon_tickets)
    .where(and(eq(salon_tickets.salon_id, salon_id), inArray(salon_tickets.state, ['valid', 'used'])))
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(limit);
  return rows.toReversed();
}

/** Who bought tickets that are good or was given them, each once, in the order of their ids; not who gave them away. `online`: of such kinds alone. */
export async function findHolders(db: Queryable, salon_id: number, online?: boolean): Promise<number[]> {
  const good = and(eq(salon_tickets.salon_id, salon_id), inArray(salon_tickets.state, ['valid', 'used']));
  const rows = await db
    .selectDistinct({ is_gift: salon_tickets.is_gift, buyer_id: salon_tickets.buyer_id, to_id: salon_tickets.to_id })
    .from(salon_tickets)
    .innerJoin(salon_ticket_kinds, eq(salon_ticket_kinds.id, salon_tickets.kind_id))
    .where(online === undefined ? good : and(good, eq(salon_ticket_kinds.is_online, online)));
  return [...new Set(rows.flatMap(whoseIs))].toSorted((a, b) => a - b);
}

/** Good tickets for taking part by the network, with whose they are; gifts without an account are left out. */
export async function findOnlineTickets(db: Queryable, salon_id: number): Promise<Array<{ user_id: number; secret: string }>> {
  const { is_gift, buyer_id, to_id, secret } = salon_tickets;
  const rows = await db
    .select({ is_gift, buyer_id, to_id, secret })
    .from(salon_tickets)
    .innerJoin(salon_ticket_kinds, eq(salon_ticket_kinds.id, salon_tickets.kind_id))
    .where(
      and(eq(salon_tickets.salon_id, salon_id), inArray(salon_tickets.state, ['valid', 'used']), eq(salon_ticket_kinds.is_online, true)),
    );
  // the one who comes by it is the last
  return rows.flatMap((row) =>
    whoseIs(row)
      .slice(-1)
      .map((user_id) => ({ user_id, secret: row.secret })),
  );
}

/** Guests of a salon that were ever entered by hand. */
export function countGifts(db: Queryable, salon_id: number): Promise<number> {
  return db.$count(salon_tickets, and(eq(salon_tickets.salon_id, salon_id), eq(salon_tickets.is_gift, true)));
}

/** Stops the sale of all kinds at this moment, or lets it go on until the salon begins. */
export async function setSaleUntil(db: Tx, salon_id: number, sale_until: Date | null): Promise<void> {
  await db.update(salon_ticket_kinds).set({ sale_until }).where(eq(salon_ticket_kinds.salon_id, salon_id));
}
