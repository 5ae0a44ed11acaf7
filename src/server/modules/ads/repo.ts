import { and, count, eq, gt, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { ad_views } from './tables.ts';

export type AdView = typeof ad_views.$inferSelect;

export async function insertView(db: Queryable, row: typeof ad_views.$inferInsert): Promise<void> {
  await db.insert(ad_views).values(row);
}

export async function findView(db: Queryable, request_id: string): Promise<AdView | null> {
  return (await db.select().from(ad_views).where(eq(ad_views.request_id, request_id)))[0] ?? null;
}

export async function lockView(db: Tx, request_id: string): Promise<AdView | null> {
  return (await db.select().from(ad_views).where(eq(ad_views.request_id, request_id)).for('update'))[0] ?? null;
}

export async function updateView(db: Tx, id: number, set: Partial<Pick<AdView, 'watched_ms' | 'last_beat_at' | 'over_at'>>): Promise<void> {
  await db.update(ad_views).set(set).where(eq(ad_views.id, id));
}

/** One request at a time of this reader, until the transaction ends. */
export async function lockReader(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ad/${user_id}`}, 0))`);
}

/** Ends what this reader began and did not watch to the end. */
export async function endUnfinished(db: Tx, user_id: number, now: Date): Promise<void> {
  await db
    .update(ad_views)
    .set({ expires_at: now })
    .where(and(eq(ad_views.user_id, user_id), isNull(ad_views.over_at), gt(ad_views.expires_at, now)));
}

/** How many this person watched to the end since then. */
export async function countOver(db: Queryable, user_id: number, since: Date): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(ad_views)
    .where(and(eq(ad_views.user_id, user_id), isNotNull(ad_views.over_at), gte(ad_views.over_at, since)));
  return rows[0]?.n ?? 0;
}

export interface AdViewLine {
  id: number;
  user_id: number;
  item_id: number;
  film_title: string;
  watched_ms: number;
  duration_ms: number;
  over: boolean;
  created_at: number;
}

/** Showings of advertisements, for staff. */
export const adViewSource: KeysetSource = {
  select: sql`v.id, v.user_id, v.item_id, v.film_title, v.watched_ms, v.duration_ms, (v.over_at is not null) as over,
    floor(extract(epoch from v.created_at))::bigint as created_at`,
  from: sql`ad_views v`,
  id: sql`v.id`,
  id_cast: 'bigint',
  filters: dayFilters(sql`v.created_at`),
  people: [sql`v.user_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`(v.user_id = ${text}::bigint or v.item_id = ${text}::bigint)` : sql`false`),
  orders: bothWays({ by: sql`v.created_at`, cast: 'timestamptz' }),
};

// for the package of somebody's data
export const adViewRows = ownRows(ad_views, ad_views.user_id, [ad_views.id], { ours: [ad_views.request_id, ad_views.film_src] });
