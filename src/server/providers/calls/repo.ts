import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { sandbox_calls } from './tables.ts';

export type SandboxCallRow = typeof sandbox_calls.$inferSelect;

/** The row as it stands: the first to name a binding wrote it. */
export async function insertBinding(db: Queryable, row: typeof sandbox_calls.$inferInsert): Promise<SandboxCallRow> {
  await db.insert(sandbox_calls).values(row).onConflictDoNothing({ target: sandbox_calls.bind_no });
  return (await db.select().from(sandbox_calls).where(eq(sandbox_calls.bind_no, row.bind_no)))[0] as SandboxCallRow;
}

export async function updateCaller(db: Queryable, bind_no: string, caller: string): Promise<SandboxCallRow | null> {
  const rows = await db.update(sandbox_calls).set({ caller }).where(eq(sandbox_calls.bind_no, bind_no)).returning();
  return rows[0] ?? null;
}

/** Numbers that can be dialled now, the newest first. */
export function findBindings(db: Queryable, now: Date, limit: number): Promise<SandboxCallRow[]> {
  return db.select().from(sandbox_calls).where(gt(sandbox_calls.expires_at, now)).orderBy(desc(sandbox_calls.id)).limit(limit);
}

/** Rings the binding of a dialled number if this phone may; null: it leads nowhere. */
export async function ring(db: Queryable, x_number: string, caller: string, now: Date): Promise<SandboxCallRow | null> {
  const rows = await db
    .update(sandbox_calls)
    .set({ rung: sql`${sandbox_calls.rung} + 1` })
    .where(and(eq(sandbox_calls.x_number, x_number), eq(sandbox_calls.caller, caller), gt(sandbox_calls.expires_at, now)))
    .returning();
  return rows[0] ?? null;
}
