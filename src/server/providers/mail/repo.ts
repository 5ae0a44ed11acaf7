import { desc, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { sandbox_mails } from './tables.ts';

export type SandboxMailRow = typeof sandbox_mails.$inferSelect;

/** Keeps the newest `keep`; a mail that is there already stays as it is. */
export async function insertMail(db: Queryable, values: typeof sandbox_mails.$inferInsert, keep: number): Promise<void> {
  const rows = await db.insert(sandbox_mails).values(values).onConflictDoNothing().returning({ id: sandbox_mails.id });
  if (rows[0]) await db.delete(sandbox_mails).where(lt(sandbox_mails.id, rows[0].id - keep));
}

/** Newest first. */
export function findMails(db: Queryable, limit: number): Promise<SandboxMailRow[]> {
  return db.select().from(sandbox_mails).orderBy(desc(sandbox_mails.id)).limit(limit);
}
