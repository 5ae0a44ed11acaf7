import { and, asc, count, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { assistant_files } from './tables.ts';

export type AssistantFileRow = typeof assistant_files.$inferSelect;

export async function findReadFile(db: Queryable, user_id: number, upload_id: number): Promise<AssistantFileRow | null> {
  const of = and(eq(assistant_files.user_id, user_id), eq(assistant_files.upload_id, upload_id));
  return (await db.select().from(assistant_files).where(of))[0] ?? null;
}

/** Null: the same upload stands there already. */
export async function insertReadFile(db: Tx, row: typeof assistant_files.$inferInsert): Promise<AssistantFileRow | null> {
  return (await db.insert(assistant_files).values(row).onConflictDoNothing().returning())[0] ?? null;
}

/** Read, and no question named it yet. */
export const countUnasked = async (db: Queryable, user_id: number): Promise<number> => {
  const of = and(eq(assistant_files.user_id, user_id), isNull(assistant_files.conversation_id));
  return (await db.select({ n: count() }).from(assistant_files).where(of))[0]?.n ?? 0;
};

/** Of this user, in the order of `ids`; unknown ones are absent. */
export async function lockFiles(db: Tx, user_id: number, ids: readonly number[]): Promise<AssistantFileRow[]> {
  if (ids.length === 0) return [];
  const of = and(eq(assistant_files.user_id, user_id), inArray(assistant_files.id, [...ids]));
  const rows = await db.select().from(assistant_files).where(of).orderBy(asc(assistant_files.id)).for('update');
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export async function giveFiles(db: Tx, ids: readonly number[], conversation_id: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(assistant_files)
    .set({ conversation_id })
    .where(inArray(assistant_files.id, [...ids]));
}

/** In the order of `ids`; those that went are absent. */
export async function findReadFiles(db: Queryable, ids: readonly number[]): Promise<AssistantFileRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(assistant_files)
    .where(inArray(assistant_files.id, [...ids]));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** False: there is none of this user that no question names. */
export async function deleteUnasked(db: Queryable, user_id: number, id: number): Promise<boolean> {
  const of = and(eq(assistant_files.id, id), eq(assistant_files.user_id, user_id), isNull(assistant_files.conversation_id));
  return (await db.delete(assistant_files).where(of).returning({ id: assistant_files.id })).length > 0;
}

export async function deleteFilesOf(db: Tx, conversation_ids: readonly number[]): Promise<void> {
  if (conversation_ids.length > 0) await db.delete(assistant_files).where(inArray(assistant_files.conversation_id, [...conversation_ids]));
}

export async function deleteFilesOfUser(db: Tx, user_id: number): Promise<void> {
  await db.delete(assistant_files).where(eq(assistant_files.user_id, user_id));
}

/** Read before that moment, and never asked about. */
export async function deleteForgotten(db: Queryable, before: Date): Promise<void> {
  await db.delete(assistant_files).where(and(isNull(assistant_files.conversation_id), lt(assistant_files.created_at, before)));
}

export async function filesOfUser(db: Queryable, user_id: number, { offset, limit }: { offset: number; limit: number }) {
  return db
    .select()
    .from(assistant_files)
    .where(eq(assistant_files.user_id, user_id))
    .orderBy(asc(assistant_files.id))
    .offset(offset)
    .limit(limit);
}
