import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { tender_judges } from './tables.ts';

const t = tender_judges;
export type JudgeRow = typeof t.$inferSelect;

/** False: this person was asked before. */
export async function insertJudge(db: Tx, row: typeof t.$inferInsert): Promise<boolean> {
  return (await db.insert(t).values(row).onConflictDoNothing().returning({ id: t.user_id })).length > 0;
}

/** In the order in which they were asked. */
export function findJudges(db: Queryable, demand_id: number): Promise<JudgeRow[]> {
  return db.select().from(t).where(eq(t.demand_id, demand_id)).orderBy(asc(t.created_at), asc(t.user_id));
}

/** What they may still mark or have marked, the newest first. */
export function findJudging(db: Queryable, user_id: number, limit: number): Promise<JudgeRow[]> {
  const where = and(eq(t.user_id, user_id), ne(t.state, 'released'));
  return db.select().from(t).where(where).orderBy(desc(t.created_at), desc(t.demand_id)).limit(limit);
}

/** Tenders that somebody has still to mark, in the order in which they are locked. */
export async function findUnmarkedBy(db: Queryable, user_id: number): Promise<number[]> {
  const where = and(eq(t.user_id, user_id), eq(t.state, 'asked'));
  return (await db.select({ id: t.demand_id }).from(t).where(where).orderBy(asc(t.demand_id))).map(({ id }) => id);
}

export async function setJudge(
  db: Tx,
  { demand_id, user_id }: { demand_id: number; user_id: number },
  change: Partial<typeof t.$inferInsert>,
): Promise<void> {
  await db
    .update(t)
    .set(change)
    .where(and(eq(t.demand_id, demand_id), eq(t.user_id, user_id)));
}

// for the package of somebody's data
export const judgeRows = ownRows(t, t.user_id, [t.demand_id]);
