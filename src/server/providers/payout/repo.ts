import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { sandbox_payouts } from './tables.ts';

export type SandboxPayoutRow = typeof sandbox_payouts.$inferSelect;

/** The row as it stands: the first to name a number wrote it. */
export async function insertPayout(db: Queryable, row: typeof sandbox_payouts.$inferInsert): Promise<SandboxPayoutRow> {
  const rows = await db
    .insert(sandbox_payouts)
    .values(row)
    .onConflictDoUpdate({ target: sandbox_payouts.payout_no, set: { asked: sql`${sandbox_payouts.asked} + 1` } })
    .returning();
  return rows[0] as SandboxPayoutRow;
}

export async function findPayout(db: Queryable, payout_no: string): Promise<SandboxPayoutRow | null> {
  return (await db.select().from(sandbox_payouts).where(eq(sandbox_payouts.payout_no, payout_no)))[0] ?? null;
}
