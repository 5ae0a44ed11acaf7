import { and, eq, gte, sql } from 'drizzle-orm';
import { bothWays, byName, dayFilters, type KeysetSource, wordFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { search_pins } from './learning/tables.ts';
import { normalise } from './normalise.ts';
import { search_wishes } from './tables.ts';

export async function lockPins(db: Tx, key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`search.pins/${key}`}, 0))`);
}

export async function replacePins(db: Tx, key: string, rows: ReadonlyArray<typeof search_pins.$inferInsert>): Promise<void> {
  await db.delete(search_pins).where(eq(search_pins.key, key));
  if (rows.length > 0) await db.insert(search_pins).values([...rows]);
}

/** @returns the query whose pin it was; null: it is gone already */
export async function deletePin(db: Tx, id: number): Promise<string | null> {
  return (await db.delete(search_pins).where(eq(search_pins.id, id)).returning({ key: search_pins.key }))[0]?.key ?? null;
}

export const countPins = (db: Queryable): Promise<number> => db.$count(search_pins);

/** Pins, for staff. */
export const pinSource: KeysetSource = {
  select: sql`p.id, p.keyword, p.item_id, p.kind, p.place, p.created_by, floor(extract(epoch from p.created_at))::bigint as created_at`,
  from: sql`search_pins p`,
  id: sql`p.id`,
  id_cast: 'bigint',
  filters: {},
  search: (text) =>
    byName(normalise(text), sql`p.id`, sql`p.keyword`, sql`select id, keyword as name from ${search_pins} order by id desc`),
  orders: bothWays({ by: sql`p.id`, cast: 'bigint' }),
};

export interface PinLine {
  id: number;
  keyword: string;
  item_id: number;
  kind: number;
  place: number;
  created_by: number;
  created_at: number;
}

export interface WishLine {
  id: number;
  user_id: number;
  keyword: string;
  content: string;
  state: 'open' | 'done';
  created_at: number;
}

/** Changes what the user wrote for this keyword while it waits. False when there is none. */
export async function updateOpenWish(db: Queryable, user_id: number, keyword: string, content: string): Promise<boolean> {
  const rows = await db
    .update(search_wishes)
    .set({ content })
    .where(and(eq(search_wishes.user_id, user_id), eq(search_wishes.keyword, keyword), eq(search_wishes.state, 'open')))
    .returning({ id: search_wishes.id });
  return rows.length > 0;
}

/** Wishes of the user since then. */
export function countWishes(db: Queryable, user_id: number, since: Date): Promise<number> {
  return db.$count(search_wishes, and(eq(search_wishes.user_id, user_id), gte(search_wishes.created_at, since)));
}

export async function insertWish(db: Queryable, wish: { user_id: number; keyword: string; content: string; created_at: Date }) {
  await db.insert(search_wishes).values(wish);
}

/** Marks an open wish as seen to. False when it is not there or not open. */
/** @returns whose wish it was, and for what; null: it was closed already or is not there */
export async function closeWish(
  db: Queryable,
  id: number,
  answered_by: number,
  now: Date,
): Promise<{ user_id: number; keyword: string } | null> {
  const rows = await db
    .update(search_wishes)
    .set({ state: 'done', answered_by, answered_at: now })
    .where(and(eq(search_wishes.id, id), eq(search_wishes.state, 'open')))
    .returning({ user_id: search_wishes.user_id, keyword: search_wishes.keyword });
  return rows[0] ?? null;
}

/** All wishes, for staff. */
export const wishSource: KeysetSource = {
  select: sql`w.id, w.user_id, w.keyword, w.content, w.state, floor(extract(epoch from w.created_at))::bigint as created_at`,
  from: sql`search_wishes w`,
  id: sql`w.id`,
  id_cast: 'bigint',
  filters: { state: wordFilter(sql`w.state`, ['open', 'done']), ...dayFilters(sql`w.created_at`) },
  search: (text) => byName(normalise(text), sql`w.id`, sql`w.keyword`, sql`select id, keyword as name from search_wishes order by id desc`),
  orders: bothWays({ by: sql`w.id`, cast: 'bigint', day: sql`w.created_at` }),
};

// for the package of somebody's data
export const wishRows = ownRows(search_wishes, search_wishes.user_id, [search_wishes.id], { ours: [search_wishes.answered_by] });
