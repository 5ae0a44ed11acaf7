import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { task_claims, tasks } from './tables.ts';

export type TaskRecord = typeof tasks.$inferSelect;
export type ClaimRecord = typeof task_claims.$inferSelect;

/** One claim of a person at a time. Held until the transaction ends. */
export async function lockClaims(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tasks/${user_id}`}, 0))`);
}

export function findShownTasks(db: Queryable): Promise<TaskRecord[]> {
  return db.select().from(tasks).where(eq(tasks.is_on, true)).orderBy(asc(tasks.sort), asc(tasks.id));
}

export async function findTask(db: Queryable, id: number): Promise<TaskRecord | null> {
  return (await db.select().from(tasks).where(eq(tasks.id, id)))[0] ?? null;
}

export async function hasTasks(db: Queryable): Promise<boolean> {
  return (await db.select({ id: tasks.id }).from(tasks).limit(1)).length > 0;
}

export async function insertTask(db: Tx, row: typeof tasks.$inferInsert): Promise<number> {
  const rows = await db.insert(tasks).values(row).returning({ id: tasks.id });
  return rows[0]?.id ?? 0;
}

export async function updateTask(db: Tx, id: number, change: Partial<typeof tasks.$inferInsert>): Promise<void> {
  await db.update(tasks).set(change).where(eq(tasks.id, id));
}

/** Claims of a person in these periods. */
export function findClaims(db: Queryable, user_id: number, periods: readonly string[]): Promise<ClaimRecord[]> {
  return db
    .select()
    .from(task_claims)
    .where(and(eq(task_claims.user_id, user_id), inArray(task_claims.period, [...periods])));
}

const actsUsed = statement<{ act: string }>(
  'tasks_acts_used',
  `select distinct act from task_claims c, jsonb_array_elements_text(c.acts) as act
   where c.user_id = $1 and c.task_id = $2 and c.state <> 'dropped' and act = any($3::text[])`,
);

/** Which of these acts a claim of the task counted already. */
export async function findActsUsed(db: Queryable, user_id: number, task_id: number, acts: readonly string[]): Promise<Set<string>> {
  return new Set((await actsUsed(db, [user_id, task_id, acts])).map(({ act }) => act));
}

/** A claim of its period, or the dropped one again; null: there is one that stands. */
export async function upsertClaim(db: Tx, row: typeof task_claims.$inferInsert): Promise<number | null> {
  const { state, acts, points, cards, due_at, created_at, ended_at = null } = row;
  const rows = await db
    .insert(task_claims)
    .values(row)
    .onConflictDoUpdate({
      target: [task_claims.user_id, task_claims.task_id, task_claims.period],
      set: { state, acts: acts ?? [], points, cards, due_at, created_at, ended_at },
      setWhere: eq(task_claims.state, 'dropped'),
    })
    .returning({ id: task_claims.id });
  return rows[0]?.id ?? null;
}

const due = statement<{ id: number }>(
  'tasks_due',
  `select id from task_claims where state = 'held' and due_at <= $1 and id > $2 order by id limit $3`,
);

export async function findDueClaims(db: Queryable, now: Date, after: number, limit: number): Promise<number[]> {
  return (await due(db, [now, after, limit])).map(({ id }) => id);
}

/** The claim, locked, if it is still held. */
export async function lockHeldClaim(db: Tx, id: number): Promise<ClaimRecord | null> {
  const rows = await db
    .select()
    .from(task_claims)
    .where(and(eq(task_claims.id, id), eq(task_claims.state, 'held')))
    .for('update');
  return rows[0] ?? null;
}

export async function endClaim(db: Tx, id: number, state: 'paid' | 'dropped', ended_at: Date): Promise<void> {
  await db.update(task_claims).set({ state, ended_at }).where(eq(task_claims.id, id));
}

export interface TaskLine {
  id: number;
  title: string;
  event: string;
  period: string;
  points: number;
  cards: number;
  is_on: boolean;
  claims: number;
  updated_at: number;
}

/** All tasks with how often they were paid, for staff. */
export const taskSource: KeysetSource = {
  select: sql`k.id, k.title, k.event, k.period, k.points, k.cards, k.is_on,
    (select count(*)::int from task_claims c where c.task_id = k.id and c.state = 'paid') as claims,
    floor(extract(epoch from k.updated_at))::bigint as updated_at`,
  from: sql`tasks k`,
  id: sql`k.id`,
  id_cast: 'bigint',
  filters: { state: choiceFilter({ on: sql`k.is_on`, off: sql`not k.is_on` }), ...dayFilters(sql`k.updated_at`) },
  orders: bothWays({ by: sql`k.updated_at`, cast: 'timestamptz' }),
};

// for the package of somebody's data
export const claimRows = ownRows(task_claims, task_claims.user_id, [task_claims.id], { ours: [task_claims.acts] });
