import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { BulkState } from '#contract/bulk.ts';
import type { BulkRow } from '#contract/outputs/bulk.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { bulk_imports, bulk_rows, bulk_works } from './tables.ts';

export type ImportRow = typeof bulk_imports.$inferSelect;
export type WorkRow = typeof bulk_rows.$inferSelect;

export async function insertImport(db: Tx, row: typeof bulk_imports.$inferInsert): Promise<number> {
  const [made] = await db.insert(bulk_imports).values(row).returning({ id: bulk_imports.id });
  return (made as { id: number }).id;
}

export async function insertRows(db: Tx, rows: Array<typeof bulk_rows.$inferInsert>): Promise<void> {
  await db.insert(bulk_rows).values(rows);
}

export async function findImport(db: Queryable, id: number): Promise<ImportRow | null> {
  const rows = await db.select().from(bulk_imports).where(eq(bulk_imports.id, id));
  return rows[0] ?? null;
}

/** The newest first. */
export async function findImportsOf(db: Queryable, owner_id: number, limit: number): Promise<ImportRow[]> {
  return db.select().from(bulk_imports).where(eq(bulk_imports.owner_id, owner_id)).orderBy(desc(bulk_imports.id)).limit(limit);
}

export async function hasOpenImport(db: Queryable, owner_id: number): Promise<boolean> {
  const open = inArray(bulk_imports.status, ['waiting', 'running']);
  const rows = await db
    .select({ id: bulk_imports.id })
    .from(bulk_imports)
    .where(and(eq(bulk_imports.owner_id, owner_id), open))
    .limit(1);
  return rows.length > 0;
}

/** Imports that are open and that no job of the queue stands for: a fault of the machine outlasted all retries. */
export async function findForsaken(db: Queryable, job: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select i.id from bulk_imports i
    where i.status in ('waiting', 'running') and not exists (
      select 1 from pgboss.job j
      where j.name = ${job} and j.state in ('created', 'retry', 'active') and (j.data ->> 'import_id')::bigint = i.id)`);
  return rows.map(({ id }) => Number(id));
}

export async function setImport(
  db: Queryable,
  id: number,
  change: { status: BulkState; failure?: string; updated_at: Date },
): Promise<void> {
  await db.update(bulk_imports).set(change).where(eq(bulk_imports.id, id));
}

export async function countRows(db: Queryable, import_ids: readonly number[]): Promise<Map<number, Record<BulkRow['status'], number>>> {
  const found = new Map(import_ids.map((id) => [id, { waiting: 0, done: 0, unchanged: 0, failed: 0 }]));
  if (import_ids.length === 0) return found;
  const rows = await db
    .select({ id: bulk_rows.import_id, status: bulk_rows.status, n: count() })
    .from(bulk_rows)
    .where(inArray(bulk_rows.import_id, [...import_ids]))
    .groupBy(bulk_rows.import_id, bulk_rows.status);
  for (const { id, status, n } of rows) (found.get(id) as Record<BulkRow['status'], number>)[status] = n;
  return found;
}

export async function findRows(db: Queryable, import_id: number): Promise<WorkRow[]> {
  return db.select().from(bulk_rows).where(eq(bulk_rows.import_id, import_id)).orderBy(asc(bulk_rows.row_no));
}

export async function setRow(
  db: Queryable,
  { import_id, row_no }: Pick<WorkRow, 'import_id' | 'row_no'>,
  change: Partial<Pick<WorkRow, 'status' | 'message' | 'item_id'>>,
): Promise<void> {
  await db
    .update(bulk_rows)
    .set(change)
    .where(and(eq(bulk_rows.import_id, import_id), eq(bulk_rows.row_no, row_no)));
}

interface WorkKey {
  owner_id: number;
  kind: number;
  key: string;
}

export async function findWork(db: Queryable, of: WorkKey): Promise<typeof bulk_works.$inferSelect | null> {
  const rows = await db
    .select()
    .from(bulk_works)
    .where(and(eq(bulk_works.owner_id, of.owner_id), eq(bulk_works.kind, of.kind), eq(bulk_works.key, of.key)));
  return rows[0] ?? null;
}

export async function saveWork(db: Queryable, row: typeof bulk_works.$inferInsert): Promise<void> {
  await db
    .insert(bulk_works)
    .values(row)
    .onConflictDoUpdate({ target: [bulk_works.owner_id, bulk_works.kind, bulk_works.key], set: { item_id: row.item_id, hash: row.hash } });
}
