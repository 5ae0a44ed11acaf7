import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { SavedView } from '#contract/admin.ts';
import { type KeysetQuery, type KeysetSource, keysetIds } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { console_run_rows, console_runs, console_views } from './tables.ts';

export function findViews(db: Queryable, user_id: number, list: string): Promise<SavedView[]> {
  return db
    .select({ id: console_views.id, name: console_views.name, query: console_views.query })
    .from(console_views)
    .where(and(eq(console_views.user_id, user_id), eq(console_views.list, list)))
    .orderBy(asc(console_views.id));
}

export function countViews(db: Queryable, user_id: number, list: string): Promise<number> {
  return db.$count(console_views, and(eq(console_views.user_id, user_id), eq(console_views.list, list)));
}

export async function upsertView(db: Queryable, view: { user_id: number; list: string; name: string; query: string }): Promise<void> {
  await db
    .insert(console_views)
    .values(view)
    .onConflictDoUpdate({ target: [console_views.user_id, console_views.list, console_views.name], set: { query: view.query } });
}

export async function deleteView(db: Queryable, user_id: number, id: number): Promise<void> {
  await db.delete(console_views).where(and(eq(console_views.id, id), eq(console_views.user_id, user_id)));
}

export type RunRow = typeof console_runs.$inferSelect;

export async function insertRun(db: Tx, run: typeof console_runs.$inferInsert): Promise<number> {
  const rows = await db.insert(console_runs).values(run).returning({ id: console_runs.id });
  return rows[0]!.id;
}

/** Fixes what the run is about: ids by name, or all that match. Returns how many. */
export async function insertTargets(db: Tx, run_id: number, targets: readonly string[]): Promise<number> {
  const done = await db.execute(
    sql`insert into console_run_rows (run_id, target, place) select ${run_id}::bigint, target, place
        from unnest(${sql.param([...targets])}::text[]) with ordinality as given(target, place)`,
  );
  return done.rowCount ?? 0;
}

export async function insertMatching(db: Tx, run_id: number, source: KeysetSource, query: KeysetQuery, most: number): Promise<number> {
  const done = await db.execute(
    sql`insert into console_run_rows (run_id, target, place) select ${run_id}::bigint, id, row_number() over ()
        from (${keysetIds(source, query, most)}) matching`,
  );
  return done.rowCount ?? 0;
}

export async function findRun(db: Queryable, id: number): Promise<RunRow | null> {
  const rows = await db.select().from(console_runs).where(eq(console_runs.id, id));
  return rows[0] ?? null;
}

/** One row of the run that is not done, locked; null: none is left. */
export async function takeTarget(db: Tx, run_id: number): Promise<{ target: string; place: number } | null> {
  const rows = await db
    .select({ target: console_run_rows.target, place: console_run_rows.place })
    .from(console_run_rows)
    .where(and(eq(console_run_rows.run_id, run_id), eq(console_run_rows.status, 'waiting')))
    .orderBy(asc(console_run_rows.place))
    .limit(1)
    .for('update', { skipLocked: true });
  return rows[0] ?? null;
}

export async function markTarget(db: Queryable, run_id: number, place: number, status: 'done' | 'failed', message: string): Promise<void> {
  await db
    .update(console_run_rows)
    .set({ status, message })
    .where(and(eq(console_run_rows.run_id, run_id), eq(console_run_rows.place, place), eq(console_run_rows.status, 'waiting')));
}

export async function finishRun(db: Queryable, id: number, now: Date): Promise<void> {
  await db.update(console_runs).set({ status: 'done', finished_at: now }).where(eq(console_runs.id, id));
}

export async function countTargets(db: Queryable, run_id: number): Promise<{ total: number; done: number; failed: number }> {
  const of = (status: string) => sql<number>`(count(*) filter (where ${console_run_rows.status} = ${status}))::int`;
  const rows = await db
    .select({ total: sql<number>`count(*)::int`, done: of('done'), failed: of('failed') })
    .from(console_run_rows)
    .where(eq(console_run_rows.run_id, run_id));
  return rows[0] ?? { total: 0, done: 0, failed: 0 };
}

/** Failed rows first, then the others that are settled. */
export function findResults(db: Queryable, run_id: number, limit: number) {
  return db
    .select({ target: console_run_rows.target, status: console_run_rows.status, message: console_run_rows.message })
    .from(console_run_rows)
    .where(and(eq(console_run_rows.run_id, run_id), sql`${console_run_rows.status} <> 'waiting'`))
    .orderBy(desc(eq(console_run_rows.status, 'failed')), asc(console_run_rows.place))
    .limit(limit);
}
