import { and, asc, desc, eq, gt, gte, isNull, lte, sql } from 'drizzle-orm';
import { SALON_STATES, type SalonState } from '#contract/salon.ts';
import { batched } from '../../db/batched.ts';
import { byName, choiceFilter, type KeysetSource, newestOrOldest, numberFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { rowsOf, staffLines } from '../posts/index.ts';
import { salon_recaps, salon_ticket_kinds, salon_tickets, salons } from './tables.ts';

export type SalonRow = typeof salons.$inferSelect;
export type KindRow = typeof salon_ticket_kinds.$inferSelect;

export const salonRows = rowsOf(salons);
export const { insert: insertSalon, write: writeSalon, many: findSalons, owned: findOwned, countOwned } = salonRows;

const byIds = statement<SalonRow>('salons_by_ids', 'select * from salons where item_id = any($1::bigint[])');

/** Look-ups at the same time share a statement. */
export const findSalon = batched(async (db, ids: readonly number[]): Promise<Array<SalonRow | null>> => {
  const found = new Map((await byIds(db, [[...new Set(ids)]])).map((row) => [row.item_id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

/** The same row, held until the transaction ends; what is sold meanwhile may refer to it. */
export async function lockSalonRow(db: Tx, id: number): Promise<SalonRow | null> {
  const [row] = await db.select().from(salons).where(eq(salons.item_id, id)).for('no key update');
  return row ?? null;
}

export async function removeSalon(db: Tx, id: number): Promise<void> {
  await db.delete(salon_ticket_kinds).where(eq(salon_ticket_kinds.salon_id, id));
  await db.delete(salons).where(eq(salons.item_id, id));
}

/** An organiser's salons that did not take place, or not yet. */
export async function findNotOver(db: Queryable, owner_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: salons.item_id })
    .from(salons)
    .where(and(eq(salons.owner_id, owner_id), sql`${salons.state} <> 'over'`));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Coming ones, the next first; of one city when it is named. */
export async function findComing(db: Queryable, of: { city: string; now: Date; limit: number }): Promise<SalonRow[]> {
  const open = and(sql`${salons.state} = 'open'`, gt(salons.starts_at, of.now));
  return db
    .select()
    .from(salons)
    .where(of.city === '' ? open : and(open, eq(salons.city, of.city)))
    .orderBy(asc(salons.starts_at), asc(salons.item_id))
    .limit(of.limit);
}

/** Past ones, the latest first. */
export async function findPast(db: Queryable, limit: number): Promise<SalonRow[]> {
  return db.select().from(salons).where(sql`${salons.state} = 'over'`).orderBy(desc(salons.ends_at), desc(salons.item_id)).limit(limit);
}

/** Open ones whose end is over; those that somebody holds are left out. */
export async function lockEnded(db: Tx, now: Date, limit: number): Promise<SalonRow[]> {
  return db
    .select()
    .from(salons)
    .where(and(sql`${salons.state} = 'open'`, lte(salons.ends_at, now)))
    .orderBy(asc(salons.starts_at))
    .limit(limit)
    .for('no key update', { skipLocked: true });
}

/** Open ones that begin until then and without a reminder so far. */
export async function lockToRemind(db: Tx, of: { now: Date; until: Date }, limit: number): Promise<SalonRow[]> {
  return db
    .select()
    .from(salons)
    .where(and(sql`${salons.state} = 'open'`, gte(salons.starts_at, of.now), lte(salons.starts_at, of.until), isNull(salons.reminded_at)))
    .orderBy(asc(salons.starts_at))
    .limit(limit)
    .for('no key update', { skipLocked: true });
}

/** Open ones whose link is open from now on and whose holders were not notified so far. */
export async function lockToOpen(db: Tx, now: Date, limit: number): Promise<SalonRow[]> {
  const due = sql`${salons.link} <> '' and ${salons.link_told_at} is null and ${salons.starts_at} - make_interval(mins => ${salons.link_before_min}) <= ${now.toISOString()}::timestamptz`;
  return db
    .select()
    .from(salons)
    .where(and(sql`${salons.state} = 'open' and ${salons.mode} <> 'here'`, gt(salons.ends_at, now), due))
    .orderBy(asc(salons.starts_at))
    .limit(limit)
    .for('no key update', { skipLocked: true });
}

/** Whether its recap stands on the site. */
export async function hasRecap(db: Queryable, salon_id: number): Promise<boolean> {
  return (await db.$count(salon_recaps, and(eq(salon_recaps.salon_id, salon_id), eq(salon_recaps.state, 'published')))) > 0;
}

const kindsOf = statement<KindRow>(
  'salons_kinds',
  'select * from salon_ticket_kinds where salon_id = any($1::bigint[]) order by position, id',
);

/** Kinds of tickets of these salons, in their order. */
export async function findKinds(db: Queryable, salon_ids: readonly number[]): Promise<Map<number, KindRow[]>> {
  const found = new Map<number, KindRow[]>(salon_ids.map((id) => [id, []]));
  if (salon_ids.length === 0) return found;
  for (const row of await kindsOf(db, [salon_ids])) found.get(row.salon_id)?.push(row);
  return found;
}

/** Those of one salon; look-ups at the same time share a statement. */
export const findKindsOf = batched(async (db, ids: readonly number[]): Promise<KindRow[][]> => {
  const found = await findKinds(db, [...new Set(ids)]);
  return ids.map((id) => found.get(id) ?? []);
});

/** A kind of the form: made, or changed where the key is known. The seats that are taken bound the capacity from below. */
export async function upsertKind(db: Tx, row: typeof salon_ticket_kinds.$inferInsert): Promise<void> {
  const { salon_id: _salon, key: _key, ...change } = row;
  await db
    .insert(salon_ticket_kinds)
    .values(row)
    .onConflictDoUpdate({ target: [salon_ticket_kinds.salon_id, salon_ticket_kinds.key], set: { ...change, is_on: true } });
}

/** Takes kinds off sale that the form has no more. @returns those that were on sale until now */
export async function dropKinds(db: Tx, salon_id: number, kept: readonly string[]): Promise<Array<{ id: number; name: string }>> {
  const others = and(
    ...[eq(salon_ticket_kinds.salon_id, salon_id), eq(salon_ticket_kinds.is_on, true)],
    sql`not (${salon_ticket_kinds.key} = any(${sql.param([...kept])}))`,
  );
  const { id, name } = salon_ticket_kinds;
  return db.update(salon_ticket_kinds).set({ is_on: false }).where(others).returning({ id, name });
}

export interface SalonLine {
  id: number;
  title: string;
  owner_id: number;
  state: SalonState;
  city: string;
  starts_at: number;
  sold: number;
  capacity: number;
  saved_at: number;
}

/** All salons, for staff. */
export const salonSource: KeysetSource = {
  ...staffLines('salons', SALON_STATES),
  select: sql`p.item_id as id, p.title, p.owner_id, p.state, p.city,
    coalesce(floor(extract(epoch from p.starts_at)), 0)::bigint as starts_at, floor(extract(epoch from p.saved_at))::bigint as saved_at,
    (select coalesce(sum(k.sold), 0)::int from salon_ticket_kinds k where k.salon_id = p.item_id) as sold,
    (select coalesce(sum(k.capacity), 0)::int from salon_ticket_kinds k where k.salon_id = p.item_id and k.is_on) as capacity`,
  from: sql`salons p`,
};

export interface TicketLine {
  id: number;
  salon_id: number;
  title: string;
  kind: string;
  holder_name: string;
  buyer_id: number;
  orderid: string;
  state: string;
  paid_fen: number;
  refunded_fen: number;
  /** How often it was given to somebody else. */
  given: number;
  created_at: number;
}

/** Of salons, named `s`: those whose title says so. */
export const titled = (text: string) =>
  byName(text, sql`s.item_id`, sql`s.title`, sql`select item_id as id, title as name from salons order by item_id desc`);

/** All tickets, for staff. */
export const ticketSource: KeysetSource = {
  select: sql`t.id, t.salon_id, s.title, concat_ws(' · ', k.name, case when t.is_gift then '赠票' end, nullif(t.seat, '')) as kind, t.holder_name, t.buyer_id, t.orderid, t.state, t.paid_fen, t.refunded_fen,
    (select count(*)::int from salon_handovers h where h.ticket_id = t.id) as given,
    floor(extract(epoch from t.created_at))::bigint as created_at`,
  from: sql`salon_tickets t join salons s on s.item_id = t.salon_id join salon_ticket_kinds k on k.id = t.kind_id`,
  id: sql`t.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      valid: sql`t.state = 'valid'`,
      used: sql`t.state = 'used'`,
      refunded: sql`t.state = 'refunded'`,
      revoked: sql`t.state = 'revoked'`,
    }),
    salon: numberFilter(sql`t.salon_id`),
    buyer: numberFilter(sql`t.buyer_id`),
  },
  people: [sql`t.buyer_id`],
  search: (text) => {
    if (/^\d{24}$/.test(text)) return sql`t.orderid = ${text}`;
    if (/^\d{1,15}$/.test(text)) return sql`t.id = ${Number(text)}::bigint`;
    return sql`t.salon_id = any(array(select item_id from salons s where ${titled(text)} limit 100))`;
  },
  orders: newestOrOldest(sql`t.id`),
};

export type TicketRow = typeof salon_tickets.$inferSelect;

/** Accounts that messages about a ticket go to: who bought it, unless it is a gift of the organiser, then who was given it. */
export const whoseIs = ({ is_gift, buyer_id, to_id }: Pick<TicketRow, 'is_gift' | 'buyer_id' | 'to_id'>): number[] => [
  ...new Set([...(is_gift ? [] : [buyer_id]), ...(to_id === null ? [] : [to_id])]),
];

const GIFT = '（赠票）';

/** A kind as tickets of it name it, in lists, at the door and to who holds them. */
export const kindText = (name: string, { is_gift }: Pick<TicketRow, 'is_gift'>): string => name + (is_gift ? GIFT : '');
export const kindColumn = sql<string>`${salon_ticket_kinds.name} || case when ${salon_tickets.is_gift} then ${GIFT} else '' end`;

/** The name on the last ticket that a buyer took for this phone; '' before the first. */
export async function lastHolderName(db: Queryable, buyer_id: number, phone: string): Promise<string> {
  const [last] = await db
    .select({ name: salon_tickets.holder_name })
    .from(salon_tickets)
    .where(and(eq(salon_tickets.buyer_id, buyer_id), eq(salon_tickets.holder_phone, phone)))
    .orderBy(desc(salon_tickets.id))
    .limit(1);
  return last?.name ?? '';
}
