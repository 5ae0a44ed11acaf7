import { and, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import { batched } from '../../db/batched.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { consents, data_exports } from './tables.ts';

export type ExportRow = typeof data_exports.$inferSelect;

export async function newestExport(db: Queryable, user_id: number): Promise<ExportRow | null> {
  const rows = await db.select().from(data_exports).where(eq(data_exports.user_id, user_id)).orderBy(desc(data_exports.id)).limit(1);
  return rows[0] ?? null;
}

export async function findExport(db: Queryable, id: number): Promise<ExportRow | null> {
  return (await db.select().from(data_exports).where(eq(data_exports.id, id)))[0] ?? null;
}

/** Held to the end of the transaction: somebody's packages are ordered one after the other. */
export async function lockExportsOf(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('data export', ${user_id}))`);
}

export async function insertExport(db: Tx, user_id: number, created_at: Date): Promise<number> {
  const rows = await db.insert(data_exports).values({ user_id, created_at }).returning({ id: data_exports.id });
  return rows[0]!.id;
}

/** False: it is not waiting any more. */
export async function finishExport(db: Queryable, id: number, done: Partial<typeof data_exports.$inferInsert>): Promise<boolean> {
  const rows = await db
    .update(data_exports)
    .set(done)
    .where(and(eq(data_exports.id, id), eq(data_exports.state, 'waiting')))
    .returning({ id: data_exports.id });
  return rows.length > 0;
}

/** Marks files as gone that are over, or all of one user; and says which they were. */
export async function takeFiles(db: Queryable, of: { before: Date } | { user_id: number }): Promise<string[]> {
  const which = 'before' in of ? lte(data_exports.expires_at, of.before) : eq(data_exports.user_id, of.user_id);
  const rows = await db
    .update(data_exports)
    .set({ state: 'gone' })
    .where(and(which, inArray(data_exports.state, ['ready', 'waiting'])))
    .returning({ file_key: data_exports.file_key });
  return rows.flatMap(({ file_key }) => file_key ?? []);
}

/** Which of the files are of a package that can be had. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: data_exports.file_key })
    .from(data_exports)
    .where(and(inArray(data_exports.file_key, [...keys]), eq(data_exports.state, 'ready')));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** Unfinished ones: the machine went down in between. */
export async function failOldExports(db: Queryable, before: Date): Promise<void> {
  await db
    .update(data_exports)
    .set({ state: 'failed' })
    .where(and(eq(data_exports.state, 'waiting'), lt(data_exports.created_at, before)));
}

/** What says when a package was ordered. */
export async function deleteOldExports(db: Queryable, before: Date): Promise<void> {
  await db.delete(data_exports).where(and(inArray(data_exports.state, ['gone', 'failed']), lt(data_exports.created_at, before)));
}

export type ConsentRow = typeof consents.$inferSelect;

/** The last word on each text. */
export const newestConsents = batched(async (db, user_ids: readonly number[]): Promise<Map<string, ConsentRow>[]> => {
  const rows = await db
    .selectDistinctOn([consents.user_id, consents.name])
    .from(consents)
    .where(inArray(consents.user_id, [...user_ids]))
    .orderBy(consents.user_id, consents.name, desc(consents.id));
  const of_users = Map.groupBy(rows, ({ user_id }) => user_id);
  return user_ids.map((user_id) => new Map(of_users.get(user_id)?.map((row) => [row.name, row])));
});

/** Whose last word on something is no. */
export async function findRefused(db: Queryable, name: string): Promise<number[]> {
  const last = db
    .selectDistinctOn([consents.user_id], { user_id: consents.user_id, given: consents.given })
    .from(consents)
    .where(eq(consents.name, name))
    .orderBy(consents.user_id, desc(consents.id))
    .as('last');
  return (await db.select({ user_id: last.user_id }).from(last).where(eq(last.given, false))).map(({ user_id }) => user_id);
}

export async function insertConsents(db: Queryable, rows: ReadonlyArray<typeof consents.$inferInsert>): Promise<void> {
  if (rows.length > 0) await db.insert(consents).values([...rows]);
}

export const consentRows = ownRows(consents, consents.user_id, [consents.id]);
