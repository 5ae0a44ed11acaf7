import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/pool.ts';

/** One process at a time makes the world, until the transaction ends. */
export async function lockSeed(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`);
}
