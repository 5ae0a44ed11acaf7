import { and, eq, gte, sql } from 'drizzle-orm';
import { beginning, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable } from '../../db/pool.ts';
import { normalise } from './normalise.ts';
import { search_wishes } from './tables.ts';

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
  filters: { state: choiceFilter({ open: sql`w.state = 'open'`, done: sql`w.state = 'done'` }), ...dayFilters(sql`w.created_at`) },
  search: (text) => sql`w.keyword like ${beginning(normalise(text))}`,
  orders: {
    new: { by: sql`w.id`, cast: 'bigint', desc: true, day: sql`w.created_at` },
    old: { by: sql`w.id`, cast: 'bigint', desc: false, day: sql`w.created_at` },
  },
};

// for the package of somebody's data
export const wishRows = ownRows(search_wishes, search_wishes.user_id, [search_wishes.id], { ours: [search_wishes.answered_by] });
