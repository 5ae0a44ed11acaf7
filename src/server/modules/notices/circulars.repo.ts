import { desc, eq, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { circulars } from './tables.ts';

/** One who writes to the people of an item at a time, until the transaction ends. */
export async function lockCirculars(db: Tx, item_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`circulars/${item_id}`}, 0))`);
}

export const insertCircular = (db: Tx, row: typeof circulars.$inferInsert) => db.insert(circulars).values(row);

export const findCirculars = (db: Queryable, item_id: number, limit: number) =>
  db.select().from(circulars).where(eq(circulars.item_id, item_id)).orderBy(desc(circulars.id)).limit(limit);

// for the package of somebody's data
export const circularRows = ownRows(circulars, circulars.by_user_id, [circulars.id], { ours: [circulars.key] });
