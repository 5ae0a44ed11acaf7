import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { passkeys } from './tables.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export function findPasskeys(db: Queryable, user_id: number): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.user_id, user_id)).orderBy(asc(passkeys.id));
}

export async function findPasskey(db: Queryable, credential_id: string): Promise<PasskeyRow | null> {
  return (await db.select().from(passkeys).where(eq(passkeys.credential_id, credential_id)))[0] ?? null;
}

/** False when somebody has this credential already. */
export async function insertPasskey(db: Tx, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const rows = await db.insert(passkeys).values(row).onConflictDoNothing({ target: passkeys.credential_id }).returning({ id: passkeys.id });
  return rows.length > 0;
}

/** The name of what was deleted; null: the user has none of this number. */
export async function deletePasskey(db: Tx, user_id: number, id: number): Promise<string | null> {
  const rows = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.user_id, user_id)))
    .returning({ name: passkeys.name });
  return rows[0]?.name ?? null;
}

/** Names of all that were deleted. */
export async function deletePasskeys(db: Tx, user_id: number): Promise<string[]> {
  const rows = await db.delete(passkeys).where(eq(passkeys.user_id, user_id)).returning({ name: passkeys.name });
  return rows.map(({ name }) => name);
}

/** Only ever upwards, so that of two uses at once the copied key is the one that is refused. False: the count did not rise. */
export async function countPasskeyUse(db: Queryable, id: number, sign_count: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ sign_count, used_at: now })
    .where(and(eq(passkeys.id, id), sql`(${passkeys.sign_count} < ${sign_count} or (${passkeys.sign_count} = 0 and ${sign_count} = 0))`))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}
