import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { ItemForm } from '#contract/publish.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import type { FilePageRow, FileRow } from '../repo.ts';
import { file_pages, files, item_draft_versions, item_drafts } from '../tables.ts';

export async function findFileByKey(db: Queryable, key: string): Promise<FileRow | null> {
  const rows = await db.select().from(files).where(eq(files.key, key));
  return rows[0] ?? null;
}

/** The form of an existing draft, and nothing that waits for pages any more. False: there is no draft. */
export async function resetDraft(db: Tx, item_id: number, form: ItemForm, saved_at: Date): Promise<boolean> {
  const rows = await db
    .update(item_drafts)
    .set({ form, file_id: form.file_id, submitted: null, saved_at })
    .where(eq(item_drafts.item_id, item_id))
    .returning({ item_id: item_drafts.item_id });
  return rows.length > 0;
}

/** One page of each of some files: what a draft would take as its cover. */
export async function findPagesOf(
  db: Queryable,
  wanted: ReadonlyArray<{ file_id: number; page_no: number }>,
): Promise<Map<number, Pick<FilePageRow, 'file_id' | 'key' | 'width' | 'height'>>> {
  if (wanted.length === 0) return new Map();
  const { file_id, key, width, height, page_no } = file_pages;
  const rows = await db
    .select({ file_id, key, width, height })
    .from(file_pages)
    .where(or(...wanted.map((one) => and(eq(file_id, one.file_id), eq(page_no, one.page_no)))));
  return new Map(rows.map((row) => [row.file_id, row]));
}

/** Pictures that were uploaded as covers, by id. */
export async function findCovers(db: Queryable, ids: readonly number[]): Promise<Map<number, FileRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), sql`${files.width} > 0`));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes the chosen time into what is typed and into what waits for its pages. */
export async function setDraftTime(db: Tx, item_id: number, publish_at: number | null): Promise<void> {
  const time = sql`jsonb_build_object('publish_at', ${publish_at}::bigint)`;
  await db
    .update(item_drafts)
    .set({ form: sql`${item_drafts.form} || ${time}`, submitted: sql`${item_drafts.submitted} || ${time}` })
    .where(eq(item_drafts.item_id, item_id));
}

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
