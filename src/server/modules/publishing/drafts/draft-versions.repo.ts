import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { item_draft_versions } from '../tables.ts';

type VersionRow = typeof item_draft_versions.$inferSelect;

export async function findNewestVersion(db: Queryable, item_id: number): Promise<VersionRow | null> {
  const rows = await db
    .select()
    .from(item_draft_versions)
    .where(eq(item_draft_versions.item_id, item_id))
    .orderBy(desc(item_draft_versions.id))
    .limit(1);
  return rows[0] ?? null;
}

export async function insertVersion(db: Tx, row: typeof item_draft_versions.$inferInsert): Promise<void> {
  await db.insert(item_draft_versions).values(row);
}

export async function updateVersion(db: Tx, id: number, change: Partial<typeof item_draft_versions.$inferInsert>): Promise<void> {
  await db.update(item_draft_versions).set(change).where(eq(item_draft_versions.id, id));
}

/** Leaves the newest `most`. */
export async function deleteOldVersions(db: Tx, item_id: number, most: number): Promise<void> {
  await db.execute(sql`
    delete from item_draft_versions where item_id = ${item_id}
      and id <= (select id from item_draft_versions where item_id = ${item_id} order by id desc offset ${most} limit 1)`);
}

export async function findVersions(
  db: Queryable,
  item_id: number,
  most: number,
): Promise<Array<Pick<VersionRow, 'id' | 'title' | 'words' | 'saved_at'>>> {
  const { id, title, words, saved_at } = item_draft_versions;
  return db
    .select({ id, title, words, saved_at })
    .from(item_draft_versions)
    .where(eq(item_draft_versions.item_id, item_id))
    .orderBy(desc(item_draft_versions.id))
    .limit(most);
}

export async function findVersion(db: Queryable, item_id: number, id: number): Promise<VersionRow | null> {
  const rows = await db
    .select()
    .from(item_draft_versions)
    .where(and(eq(item_draft_versions.item_id, item_id), eq(item_draft_versions.id, id)));
  return rows[0] ?? null;
}

export async function deleteVersions(db: Tx, item_id: number): Promise<void> {
  await db.delete(item_draft_versions).where(eq(item_draft_versions.item_id, item_id));
}

/** Those of the files that a version of one of the items names. */
export async function findVersionPictures(db: Queryable, item_ids: readonly number[], file_ids: readonly number[]): Promise<number[]> {
  if (item_ids.length === 0 || file_ids.length === 0) return [];
  const rows = await db
    .select({ pictures: item_draft_versions.pictures })
    .from(item_draft_versions)
    .where(inArray(item_draft_versions.item_id, [...item_ids]));
  const named = new Set(rows.flatMap(({ pictures }) => pictures));
  return file_ids.filter((id) => named.has(id));
}
