import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/pool.ts';

/** One process at a time makes the world, until the transaction ends. */
export async function lockSeed(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`);
}

/** Whether a job of this name waits or runs. */
export async function isGrowing(db: Tx, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pgboss.job where name = ${name} and state < 'completed' limit 1`);
  return rows.length > 0;
}
