import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { planner_entries, planner_feeds } from './tables.ts';

export type EntryRecord = typeof planner_entries.$inferSelect;
export type FeedRecord = typeof planner_feeds.$inferSelect;

/** One at a time for a user, until the transaction ends: their number has a bound. */
export async function lockPlanner(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`planner/${user_id}`}, 0))`);
}

export function countEntries(db: Queryable, user_id: number): Promise<number> {
  return db.$count(planner_entries, eq(planner_entries.user_id, user_id));
}

/** The newest of somebody's, at most `limit`. */
export function findEntries(db: Queryable, user_id: number, limit: number): Promise<EntryRecord[]> {
  return db.select().from(planner_entries).where(eq(planner_entries.user_id, user_id)).orderBy(desc(planner_entries.id)).limit(limit);
}

export async function findEntry(db: Queryable, user_id: number, id: number): Promise<EntryRecord | null> {
  const rows = await db
    .select()
    .from(planner_entries)
    .where(and(eq(planner_entries.id, id), eq(planner_entries.user_id, user_id)));
  return rows[0] ?? null;
}

export async function insertEntry(db: Tx, row: typeof planner_entries.$inferInsert): Promise<EntryRecord> {
  return (await db.insert(planner_entries).values(row).returning())[0] as EntryRecord;
}

/** Null: this user has no such entry. */
export async function updateEntry(
  db: Queryable,
  user_id: number,
  id: number,
  change: Partial<typeof planner_entries.$inferInsert>,
): Promise<EntryRecord | null> {
  const rows = await db
    .update(planner_entries)
    .set(change)
    .where(and(eq(planner_entries.id, id), eq(planner_entries.user_id, user_id)))
    .returning();
  return rows[0] ?? null;
}

export async function deleteEntry(db: Queryable, user_id: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(planner_entries)
    .where(and(eq(planner_entries.id, id), eq(planner_entries.user_id, user_id)))
    .returning({ id: planner_entries.id });
  return rows.length > 0;
}

/** What takes place until then and has no reminder so far, locked, the earliest first. */
export function lockDue(
  db: Tx,
  { now, until, reminded, limit }: { now: Date; until: Date; reminded: number; limit: number },
): Promise<EntryRecord[]> {
  return db
    .select()
    .from(planner_entries)
    .where(
      and(
        isNull(planner_entries.done_at),
        isNotNull(planner_entries.at),
        // a whole day has no hour before
        ...(reminded === 2 ? [eq(planner_entries.all_day, false)] : []),
        lt(planner_entries.reminded, reminded),
        gt(planner_entries.at, now),
        lte(planner_entries.at, until),
      ),
    )
    .orderBy(asc(planner_entries.at), asc(planner_entries.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function findFeed(db: Queryable, user_id: number): Promise<FeedRecord | null> {
  return (await db.select().from(planner_feeds).where(eq(planner_feeds.user_id, user_id)))[0] ?? null;
}

/** A new version, so that every address before it ends. */
export async function renewFeedRow(db: Queryable, user_id: number, is_on: boolean, now: Date): Promise<FeedRecord> {
  const [row] = await db
    .insert(planner_feeds)
    .values({ user_id, version: 1, is_on, updated_at: now })
    .onConflictDoUpdate({ target: planner_feeds.user_id, set: { version: sql`${planner_feeds.version} + 1`, is_on, updated_at: now } })
    .returning();
  return row as FeedRecord;
}

export async function forgetOf(db: Tx, user_id: number): Promise<void> {
  await db.delete(planner_entries).where(eq(planner_entries.user_id, user_id));
  await db.delete(planner_feeds).where(eq(planner_feeds.user_id, user_id));
}
