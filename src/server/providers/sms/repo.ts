import { desc, eq, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { sandbox_sms } from './tables.ts';

export type SandboxSmsRow = typeof sandbox_sms.$inferSelect;

/** Keeps the newest `keep` messages of all phones. */
export async function insertMessage(db: Queryable, values: typeof sandbox_sms.$inferInsert, keep: number): Promise<void> {
  const rows = await db.insert(sandbox_sms).values(values).returning({ id: sandbox_sms.id });
  await db.delete(sandbox_sms).where(lt(sandbox_sms.id, rows[0]!.id - keep));
}

/** Newest first, of one phone or of all. */
export function findMessages(db: Queryable, mobile: string | null, limit: number): Promise<SandboxSmsRow[]> {
  return db
    .select()
    .from(sandbox_sms)
    .where(mobile === null ? undefined : eq(sandbox_sms.mobile, mobile))
    .orderBy(desc(sandbox_sms.id))
    .limit(limit);
}
