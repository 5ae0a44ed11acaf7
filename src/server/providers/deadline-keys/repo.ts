import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/pool.ts';
import { deadline_keys } from './tables.ts';

export type KeyRow = typeof deadline_keys.$inferSelect;

/** The row of that name, made unless there is one. */
export async function putKey(db: Db, row: typeof deadline_keys.$inferInsert): Promise<KeyRow> {
  await db.insert(deadline_keys).values(row).onConflictDoNothing();
  return (await findKey(db, row.name)) as KeyRow;
}

export async function findKey(db: Db, name: string): Promise<KeyRow | null> {
  return (await db.select().from(deadline_keys).where(eq(deadline_keys.name, name)))[0] ?? null;
}

/** False: somebody changed it meanwhile. */
export async function replaceSealed(db: Db, name: string, before: string, sealed: string): Promise<boolean> {
  const rows = await db
    .update(deadline_keys)
    .set({ sealed })
    .where(and(eq(deadline_keys.name, name), eq(deadline_keys.sealed, before)))
    .returning({ name: deadline_keys.name });
  return rows.length > 0;
}

export async function noteReleased(db: Db, name: string, now: Date): Promise<void> {
  await db
    .update(deadline_keys)
    .set({ released_at: now })
    .where(and(eq(deadline_keys.name, name), isNull(deadline_keys.released_at)));
}
