import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { EMPTY_FORM, type ItemForm, type RenderProgress } from '#contract/publish.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { file_pages, files, item_drafts, renderings, uploads } from './tables.ts';

export type FileRow = typeof files.$inferSelect;
export type UploadRow = typeof uploads.$inferSelect;
export type RenderingRow = Omit<typeof renderings.$inferSelect, 'status'> & { status: RenderProgress['status'] };
export type FilePageRow = typeof file_pages.$inferSelect;
export type DraftRow = typeof item_drafts.$inferSelect;

const OPEN: RenderProgress['status'][] = ['waiting', 'converting', 'rendering'];

export async function insertUpload(db: Queryable, row: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(row);
}

export async function findUpload(db: Queryable, upload_key: string, owner_id: number): Promise<UploadRow | null> {
  const rows = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.upload_key, upload_key), eq(uploads.owner_id, owner_id)));
  return rows[0] ?? null;
}

/** Moves the mark from `from` to `to`; false when somebody else moved it meanwhile. */
export async function advanceUpload(db: Queryable, upload_key: string, from: number, to: number): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ received_bytes: to })
    .where(and(eq(uploads.upload_key, upload_key), eq(uploads.status, 'open'), eq(uploads.received_bytes, from)))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

/** Holds an open upload to the end of the transaction: who comes second finds it ended. False when it is not open. */
export async function lockOpenUpload(db: Tx, upload_key: string): Promise<boolean> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.upload_key, upload_key), eq(uploads.status, 'open')))
    .for('update');
  return rows.length > 0;
}

/** Held to the end of the transaction: the user's uploads are opened one after the other. */
export async function lockUploadsOf(db: Tx, owner_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${owner_id}`}, 0))`);
}

/** What the user has open, the newest first. */
export async function findOpenUploads(db: Tx, owner_id: number): Promise<Array<{ upload_key: string; size_bytes: number }>> {
  return db
    .select({ upload_key: uploads.upload_key, size_bytes: uploads.size_bytes })
    .from(uploads)
    .where(and(eq(uploads.owner_id, owner_id), eq(uploads.status, 'open')))
    .orderBy(desc(uploads.id));
}

/** Removes those of the uploads that are still open. @returns their keys */
export async function deleteOpenUploads(db: Tx, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .delete(uploads)
    .where(and(inArray(uploads.upload_key, keys), eq(uploads.status, 'open')))
    .returning({ upload_key: uploads.upload_key });
  return rows.map((row) => row.upload_key);
}

export async function setChecksum(db: Queryable, id: number, crc32: number): Promise<void> {
  await db.update(files).set({ crc32 }).where(eq(files.id, id));
}

/** What is in a file that arrived before anything read it. */
export async function setContents(db: Queryable, id: number, contents: FileRow['contents']): Promise<void> {
  await db.update(files).set({ contents }).where(eq(files.id, id));
}

export async function sumFilesOf(db: Queryable, owner_id: number): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.size_bytes}), 0)`.mapWith(Number) })
    .from(files)
    .where(eq(files.owner_id, owner_id));
  return row?.bytes ?? 0;
}

export async function findFilesOf(db: Queryable, owner_id: number): Promise<FileRow[]> {
  return db.select().from(files).where(eq(files.owner_id, owner_id));
}

/** Ends an open upload; false when it had ended. */
export async function endUpload(
  db: Queryable,
  upload_key: string,
  end: { status: 'done'; file_id: number } | { status: 'refused'; refusal: string },
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set(end)
    .where(and(eq(uploads.upload_key, upload_key), eq(uploads.status, 'open')))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

/** Removes uploads that expired and says which of them were still open. */
export async function deleteExpiredUploads(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .delete(uploads)
    .where(lt(uploads.expires_at, now))
    .returning({ upload_key: uploads.upload_key, status: uploads.status });
  return rows.filter((row) => row.status === 'open').map((row) => row.upload_key);
}

export async function findOpenUploadKeys(db: Queryable, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .select({ upload_key: uploads.upload_key })
    .from(uploads)
    .where(and(inArray(uploads.upload_key, keys), eq(uploads.status, 'open')));
  return new Set(rows.map((row) => row.upload_key));
}

export async function insertFile(db: Tx, row: typeof files.$inferInsert): Promise<number> {
  const [made] = await db.insert(files).values(row).returning({ id: files.id });
  return (made as { id: number }).id;
}

export async function findFile(db: Queryable, id: number): Promise<FileRow | null> {
  const rows = await db.select().from(files).where(eq(files.id, id));
  return rows[0] ?? null;
}

/** By id; unknown ones are absent. */
export async function findFiles(db: Queryable, ids: readonly number[]): Promise<Map<number, FileRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(files)
    .where(inArray(files.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Bits that may differ between two pictures of 64 that look alike. */
const LOOK_DISTANCE = 5;
const ALIKE_MOST = 20;

/** What an index finds before all bits are compared: one of four bands is the same, as it is in all but a few pictures that look alike. */
const SHARED_BAND = sql.raw(
  [48, 32, 16]
    .map((by) => `((f.look >> ${by}) & 65535) = ((a.look >> ${by}) & 65535)`)
    .concat('(f.look & 65535) = (a.look & 65535)')
    .join(' or '),
);

/**
 * Stored pictures that look like these, some for each and the oldest first, shown by an item or not: of one owner, or of everybody
 * else. Pictures without a look are like none.
 */
export async function findAlike(
  db: Queryable,
  of: ReadonlyArray<Pick<FileRow, 'id' | 'look'>>,
  where: { owner_id: number } | { but_owner: number },
): Promise<Array<{ file_id: number; like_id: number }>> {
  const asked = of.flatMap(({ id, look }) => (look === null ? [] : [{ id, look: String(look) }]));
  if (asked.length === 0) return [];
  const whose = 'owner_id' in where ? sql`f.owner_id = ${where.owner_id}` : sql`f.owner_id <> ${where.but_owner}`;
  const { rows } = await db.execute<{ file_id: string; like_id: string }>(sql`
    select a.id as file_id, l.id as like_id
    from json_to_recordset(${JSON.stringify(asked)}::json) as a(id bigint, look bigint)
    cross join lateral (
      select f.id from files f
      where f.look is not null and (${SHARED_BAND}) and f.id <> a.id and ${whose}
        and bit_count((f.look # a.look)::bit(64)) <= ${LOOK_DISTANCE}
      limit ${ALIKE_MOST}
    ) l
    order by a.id, l.id`);
  return rows.map((row) => ({ file_id: Number(row.file_id), like_id: Number(row.like_id) }));
}

/** Binds files to the item they were uploaded for; false when one of them belongs to another item. */
export async function bindFiles(db: Tx, ids: number[], item_id: number): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await db
    .update(files)
    .set({ item_id, unused_since: null })
    .where(and(inArray(files.id, ids), sql`(${files.item_id} is null or ${files.item_id} = ${item_id})`))
    .returning({ id: files.id });
  return rows.length === new Set(ids).size;
}

/** The files that were uploaded for an item, locked. */
export async function lockFilesOf(db: Tx, item_id: number): Promise<FileRow[]> {
  return db.select().from(files).where(eq(files.item_id, item_id)).for('update');
}

/** Those of the files that are marked as unused since `since` or longer, locked; files that somebody is binding now are left out. */
export async function lockUnusedFiles(db: Tx, ids: number[], since: Date): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(files)
    .where(and(inArray(files.id, ids), lte(files.unused_since, since)))
    .for('update', { skipLocked: true });
}

export async function lockOwnFiles(db: Tx, owner_id: number, ids: readonly number[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), eq(files.owner_id, owner_id)))
    .for('update');
}

/** Files that the draft of their item does not name, or that have none; by id, after `after_id`. */
export async function findFilesWithoutDraft(db: Queryable, after_id: number, limit: number): Promise<FileRow[]> {
  const rows = await db
    .select({ file: files })
    .from(files)
    .leftJoin(item_drafts, eq(item_drafts.item_id, files.item_id))
    .where(
      and(
        gt(files.id, after_id),
        sql`${item_drafts.file_id} is distinct from ${files.id}`,
        sql`(${item_drafts.submitted} ->> 'file_id')::bigint is distinct from ${files.id}`,
        ...[item_drafts.form, item_drafts.submitted].flatMap((form) => [
          sql`(${form} ->> 'cover_file_id')::bigint is distinct from ${files.id}`,
          sql`(${form} ->> 'video_file_id')::bigint is distinct from ${files.id}`,
          sql`coalesce(${form} -> 'pictures' @> to_jsonb(${files.id}), false) = false`,
        ]),
      ),
    )
    .orderBy(asc(files.id))
    .limit(limit);
  return rows.map((row) => row.file);
}

/** Which of these locked files a draft names by now. */
export async function findFilesOfDrafts(db: Tx, locked: readonly FileRow[]): Promise<Set<number>> {
  const item_ids = locked.flatMap((file) => file.item_id ?? []);
  const drafts = await findDrafts(db, item_ids);
  const named = [...drafts.values()]
    .flatMap(({ form, submitted }) => [form, submitted])
    .flatMap((form) => (form ? [form.file_id, form.cover_file_id, form.video_file_id, ...form.pictures] : []));
  return new Set(named.filter((id) => id !== null && id !== undefined));
}

/** Begins or ends the grace time of files; one that runs keeps its beginning. */
export async function markUnused(db: Queryable, ids: number[], since: Date | null): Promise<void> {
  if (ids.length === 0) return;
  const changed = since === null ? isNotNull(files.unused_since) : isNull(files.unused_since);
  await db
    .update(files)
    .set({ unused_since: since })
    .where(and(inArray(files.id, ids), changed));
}

/** Removes the rows of locked files. @returns the rows of their pages, whose pictures lie in storage */
/** @returns what there was of their pages and renderings */
export async function deleteFiles(
  db: Tx,
  ids: number[],
): Promise<{ pages: FilePageRow[]; renderings: Array<Pick<RenderingRow, 'file_id' | 'page_count' | 'status'>> }> {
  const pages = await db.delete(file_pages).where(inArray(file_pages.file_id, ids)).returning();
  const drawn = await db.delete(renderings).where(inArray(renderings.file_id, ids)).returning();
  await db.delete(files).where(inArray(files.id, ids));
  return { pages, renderings: drawn as RenderingRow[] };
}

export async function insertRendering(
  db: Tx,
  row: { file_id: number; page_count: number; background: boolean; updated_at: Date },
): Promise<void> {
  await db.insert(renderings).values(row);
}

/** A file whose pages are there already. */
export async function insertDoneRendering(db: Tx, row: { file_id: number; page_count: number; updated_at: Date }): Promise<void> {
  await db.insert(renderings).values({ ...row, status: 'done', done_pages: row.page_count, background: true });
}

export async function findFileByKey(db: Queryable, key: string): Promise<FileRow | null> {
  const rows = await db.select().from(files).where(eq(files.key, key));
  return rows[0] ?? null;
}

export async function findRenderings(db: Queryable, file_ids: number[]): Promise<Map<number, RenderingRow>> {
  if (file_ids.length === 0) return new Map();
  const rows = await db.select().from(renderings).where(inArray(renderings.file_id, file_ids));
  return new Map(rows.map((row) => [row.file_id, row as RenderingRow]));
}

/**
 * Takes a rendering up: one that waits, or one whose worker was silent since before `dead_since`. The attempt number is the proof
 * of ownership for all later writes; null when there is nothing to take.
 */
export async function claimRendering(db: Queryable, file_id: number, now: Date, dead_since: Date): Promise<RenderingRow | null> {
  const rows = await db
    .update(renderings)
    .set({ status: 'rendering', attempt: sql`${renderings.attempt} + 1`, updated_at: now })
    .where(
      and(
        eq(renderings.file_id, file_id),
        sql`(${renderings.status} = 'waiting' or (${renderings.status} in ('converting', 'rendering')
          and ${renderings.updated_at} <= ${dead_since.toISOString()}::timestamptz))`,
      ),
    )
    .returning();
  return (rows[0] as RenderingRow | undefined) ?? null;
}

/** Writes progress of that attempt; false when another worker took over. */
export async function writeRendering(
  db: Queryable,
  of: { file_id: number; attempt: number },
  change: Partial<Pick<RenderingRow, 'status' | 'attempt' | 'failures' | 'done_pages' | 'page_count' | 'failure'>> & { updated_at: Date },
): Promise<boolean> {
  const rows = await db
    .update(renderings)
    .set(change)
    .where(and(eq(renderings.file_id, of.file_id), eq(renderings.attempt, of.attempt), inArray(renderings.status, OPEN)))
    .returning({ file_id: renderings.file_id });
  return rows.length > 0;
}

/** Lets a rendering that failed begin again; its pages stay. False when it has not failed. */
export async function restartRendering(db: Tx, file_id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(renderings)
    .set({ status: 'waiting', failures: 0, failure: '', updated_at: now })
    .where(and(eq(renderings.file_id, file_id), eq(renderings.status, 'failed')))
    .returning({ file_id: renderings.file_id });
  return rows.length > 0;
}

/** Renderings without a worker: waiting, or silent since before `dead_since`. */
export async function findIdleRenderings(db: Queryable, dead_since: Date): Promise<Array<{ file_id: number; background: boolean }>> {
  return db
    .select({ file_id: renderings.file_id, background: renderings.background })
    .from(renderings)
    .where(and(inArray(renderings.status, OPEN), sql`${renderings.updated_at} <= ${dead_since.toISOString()}::timestamptz`));
}

export async function insertFilePage(db: Queryable, row: FilePageRow): Promise<void> {
  await db.insert(file_pages).values(row).onConflictDoNothing();
}

export async function findFilePages(db: Queryable, file_id: number): Promise<FilePageRow[]> {
  return db.select().from(file_pages).where(eq(file_pages.file_id, file_id)).orderBy(asc(file_pages.page_no));
}

export async function findDraft(db: Queryable, item_id: number): Promise<DraftRow | null> {
  const rows = await db.select().from(item_drafts).where(eq(item_drafts.item_id, item_id));
  return rows[0] ? wholeForms(rows[0]) : null;
}

/** Forms of an older release lack what came later. */
function wholeForms(row: DraftRow): DraftRow {
  return { ...row, form: { ...EMPTY_FORM, ...row.form }, submitted: row.submitted && { ...EMPTY_FORM, ...row.submitted } };
}

export async function findDraftByKey(db: Queryable, owner_id: number, draft_key: string): Promise<DraftRow | null> {
  const rows = await db
    .select()
    .from(item_drafts)
    .where(and(eq(item_drafts.owner_id, owner_id), eq(item_drafts.draft_key, draft_key)));
  return rows[0] ?? null;
}

export async function findDrafts(db: Queryable, item_ids: number[]): Promise<Map<number, DraftRow>> {
  if (item_ids.length === 0) return new Map();
  const rows = await db.select().from(item_drafts).where(inArray(item_drafts.item_id, item_ids));
  return new Map(rows.map((row) => [row.item_id, wholeForms(row)]));
}

/** Serialises first saves of one draft: two at once become one item. */
export async function lockDraftKey(db: Tx, owner_id: number, draft_key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`draft:${owner_id}:${draft_key}`}, 0))`);
}

/** @returns whether a submit of it waits for its pages */
export async function upsertDraft(
  db: Tx,
  row: { item_id: number; owner_id: number; draft_key: string; form: ItemForm; saved_at: Date; submitted?: ItemForm | null },
): Promise<boolean> {
  const { item_id, owner_id, draft_key, form, saved_at, submitted } = row;
  const kept = { form, file_id: form.file_id, saved_at, ...(submitted === undefined ? {} : { submitted }) };
  const rows = await db
    .insert(item_drafts)
    .values({ item_id, owner_id, draft_key, ...kept })
    .onConflictDoUpdate({ target: item_drafts.item_id, set: kept })
    .returning({ waiting: sql<boolean>`${item_drafts.submitted} is not null` });
  return rows[0]?.waiting ?? false;
}

/** Nothing of the item waits any more; what is typed stays. */
export async function endDraftWaiting(db: Tx, item_id: number): Promise<void> {
  await db.update(item_drafts).set({ submitted: null }).where(eq(item_drafts.item_id, item_id));
}

const submittedFile = sql`(${item_drafts.submitted} ->> 'file_id')::bigint`;

export async function findDraftsWaitingFor(db: Queryable, file_id: number): Promise<number[]> {
  const rows = await db
    .select({ item_id: item_drafts.item_id })
    .from(item_drafts)
    .where(and(isNotNull(item_drafts.submitted), eq(submittedFile, file_id)));
  return rows.map((row) => row.item_id);
}

export async function deleteDraftRow(db: Tx, item_id: number): Promise<void> {
  await db.delete(item_drafts).where(eq(item_drafts.item_id, item_id));
}

/** Files that are finished while a submit still waits for them: the process died between the two. */
export async function findFinishedFilesWaitedFor(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectDistinct({ file_id: renderings.file_id })
    .from(item_drafts)
    .innerJoin(renderings, eq(renderings.file_id, submittedFile))
    .where(and(isNotNull(item_drafts.submitted), inArray(renderings.status, ['done', 'failed'])));
  return rows.map((row) => row.file_id);
}

// for the package of somebody's data
export const draftRows = ownRows(item_drafts, item_drafts.owner_id, [item_drafts.item_id], {
  ours: [item_drafts.draft_key, item_drafts.file_id],
});
export const fileRows = ownRows(files, files.owner_id, [files.id], {
  ours: [files.key, files.sha256, files.crc32, files.placeholder, files.look, files.unused_since],
});
