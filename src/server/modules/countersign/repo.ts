import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { staff_acts } from './tables.ts';

export type StaffActRow = typeof staff_acts.$inferSelect;
type NewAct = typeof staff_acts.$inferInsert;

const LOCK = 7_203_655;
const locked = statement('countersign_lock', 'select pg_advisory_xact_lock($1::int, ($2::bigint % 2147483647)::int)');

/** Acts of one member of staff go one after the other, so that their sum is right. */
export async function lockStaffActs(db: Tx, staff_id: number): Promise<void> {
  await locked(db, [LOCK, staff_id]);
}

/** Requests that wait go one after the other; apart from the acts, whose lock the caller may hold in another transaction. */
export async function lockWaiting(db: Tx, staff_id: number): Promise<void> {
  await locked(db, [LOCK + 1, staff_id]);
}

const summed = statement<{ sum: number }>(
  'countersign_sum',
  `select coalesce(sum(value_fen), 0)::bigint as sum from staff_acts
    where staff_id = $1 and created_at > $2 and state = 'done' and decided_by is null`,
);

/** What they did alone since then, fen. */
export async function sumAlone(db: Queryable, staff_id: number, since: Date): Promise<number> {
  return Number((await summed(db, [staff_id, since]))[0]?.sum ?? 0);
}

const counted = statement<{ n: number }>(
  'countersign_waiting',
  `select count(*)::int as n from (select from staff_acts where staff_id = $1 and state = 'waiting' and created_at > $2 limit $3) waits`,
);

/** How many of their requests wait since then, counted to `most`. */
export async function countWaiting(db: Queryable, of: { staff_id: number; since: Date; most: number }): Promise<number> {
  return (await counted(db, [of.staff_id, of.since, of.most]))[0]?.n ?? 0;
}

export async function insertAct(db: Queryable, act: NewAct): Promise<number> {
  const [row] = await db.insert(staff_acts).values(act).returning({ id: staff_acts.id });
  return (row as { id: number }).id;
}

/** The newest act of theirs that waits or was granted, with exactly this input. */
export async function findSameAct(db: Queryable, of: Pick<StaffActRow, 'staff_id' | 'name' | 'input'>): Promise<StaffActRow | null> {
  const rows = await db
    .select()
    .from(staff_acts)
    .where(
      and(
        eq(staff_acts.staff_id, of.staff_id),
        eq(staff_acts.name, of.name),
        inArray(staff_acts.state, ['waiting', 'granted']),
        sql`${staff_acts.input} = ${JSON.stringify(of.input)}::jsonb`,
      ),
    )
    .orderBy(desc(staff_acts.id))
    .limit(1);
  return rows[0] ?? null;
}

export async function findActs(db: Queryable, ids: readonly number[]): Promise<StaffActRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(staff_acts)
    .where(inArray(staff_acts.id, [...ids]));
}

export async function lockAct(db: Tx, id: number): Promise<StaffActRow | null> {
  const rows = await db.select().from(staff_acts).where(eq(staff_acts.id, id)).for('update');
  return rows[0] ?? null;
}

/** @returns false when it had left that state */
export async function moveAct(
  db: Tx,
  id: number,
  from: string,
  to: Partial<Pick<StaffActRow, 'state' | 'decided_by' | 'decided_at'>>,
): Promise<boolean> {
  const rows = await db
    .update(staff_acts)
    .set(to)
    .where(and(eq(staff_acts.id, id), eq(staff_acts.state, from)))
    .returning({ id: staff_acts.id });
  return rows.length > 0;
}
