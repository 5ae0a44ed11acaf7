import { and, asc, desc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PaperKind, PaperVersion } from '#contract/paper.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { paper_templates, paper_versions, papers } from './tables.ts';

export type PaperRecord = Omit<typeof papers.$inferSelect, 'kind'> & { kind: PaperKind };
export type VersionRecord = Omit<typeof paper_versions.$inferSelect, 'how'> & { how: PaperVersion['how'] };
type NewPaper = typeof papers.$inferInsert;

/** One at a time for an owner, until the transaction ends: their number has a bound. */
export async function lockOwner(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('papers', ${user_id}))`);
}

/** Of this owner, thrown away or not. */
export async function findOwn(db: Queryable, user_id: number, id: number): Promise<PaperRecord | null> {
  const rows = await db
    .select()
    .from(papers)
    .where(and(eq(papers.id, id), eq(papers.user_id, user_id)));
  return (rows[0] as PaperRecord | undefined) ?? null;
}

/** All who change one wait here. */
export async function lockPaper(db: Tx, user_id: number, id: number): Promise<PaperRecord | null> {
  const rows = await db
    .select()
    .from(papers)
    .where(and(eq(papers.id, id), eq(papers.user_id, user_id), isNull(papers.deleted_at)))
    .for('update');
  return (rows[0] as PaperRecord | undefined) ?? null;
}

export async function findOfAnswer(db: Queryable, user_id: number, answer_id: number): Promise<PaperRecord | null> {
  const rows = await db
    .select()
    .from(papers)
    .where(and(eq(papers.user_id, user_id), eq(papers.answer_id, answer_id), isNull(papers.deleted_at)));
  return (rows[0] as PaperRecord | undefined) ?? null;
}

export const countLive = (db: Queryable, user_id: number): Promise<number> =>
  db.$count(papers, and(eq(papers.user_id, user_id), isNull(papers.deleted_at)));

interface ListQuery {
  gone: boolean;
  q: string;
  kind: PaperKind | '';
  order: 'saved' | 'made' | 'title';
  offset: number;
  limit: number;
}

const ORDERS: Readonly<Record<ListQuery['order'], SQL[]>> = {
  saved: [desc(papers.saved_at), desc(papers.id)],
  made: [desc(papers.id)],
  title: [asc(papers.title), asc(papers.id)],
};

/** A page of an owner's; at most some hundreds in all. */
export async function findOfUser(
  db: Queryable,
  user_id: number,
  { gone, q, kind, order, offset, limit }: ListQuery,
): Promise<{ rows: PaperRecord[]; total: number }> {
  const which = and(
    eq(papers.user_id, user_id),
    gone ? isNotNull(papers.deleted_at) : isNull(papers.deleted_at),
    kind === '' ? undefined : eq(papers.kind, kind),
    // in its name or in what it says
    q === ''
      ? undefined
      : sql`(position(lower(${q}) in lower(${papers.title})) > 0 or position(lower(${q}) in lower(${papers.body}::text)) > 0)`,
  );
  const rows = await db
    .select()
    .from(papers)
    .where(which)
    .orderBy(...ORDERS[order])
    .offset(offset)
    .limit(limit);
  return { rows: rows as PaperRecord[], total: await db.$count(papers, which) };
}

export async function insertPaper(db: Tx, row: NewPaper): Promise<PaperRecord> {
  return (await db.insert(papers).values(row).returning())[0] as PaperRecord;
}

export async function setPaper(db: Queryable, id: number, change: Partial<NewPaper>): Promise<PaperRecord> {
  return (await db.update(papers).set(change).where(eq(papers.id, id)).returning())[0] as PaperRecord;
}

/** The newest versions of one, the last first. */
export async function findVersions(db: Queryable, paper_id: number, limit: number): Promise<VersionRecord[]> {
  const rows = await db
    .select()
    .from(paper_versions)
    .where(eq(paper_versions.paper_id, paper_id))
    .orderBy(desc(paper_versions.no))
    .limit(limit);
  return rows as VersionRecord[];
}

/** The same without their bodies. */
export async function findVersionLines(
  db: Queryable,
  paper_id: number,
): Promise<Array<Pick<VersionRecord, 'no' | 'how' | 'what' | 'saved_at'>>> {
  const { no, how, what, saved_at } = paper_versions;
  const rows = await db
    .select({ no, how, what, saved_at })
    .from(paper_versions)
    .where(eq(paper_versions.paper_id, paper_id))
    .orderBy(desc(no));
  return rows as Array<Pick<VersionRecord, 'no' | 'how' | 'what' | 'saved_at'>>;
}

export async function findVersion(db: Queryable, paper_id: number, no: number): Promise<VersionRecord | null> {
  const rows = await db
    .select()
    .from(paper_versions)
    .where(and(eq(paper_versions.paper_id, paper_id), eq(paper_versions.no, no)));
  return (rows[0] as VersionRecord | undefined) ?? null;
}

export async function insertVersion(db: Tx, row: typeof paper_versions.$inferInsert): Promise<void> {
  await db.insert(paper_versions).values(row);
}

export async function setVersion(db: Tx, id: number, change: Partial<typeof paper_versions.$inferInsert>): Promise<void> {
  await db.update(paper_versions).set(change).where(eq(paper_versions.id, id));
}

/** Those up to a number go. */
export async function deleteVersions(db: Tx, paper_id: number, up_to: number): Promise<void> {
  await db.delete(paper_versions).where(and(eq(paper_versions.paper_id, paper_id), lte(paper_versions.no, up_to)));
}

export async function deleteGone(db: Queryable, before: Date): Promise<void> {
  await db.delete(papers).where(lt(papers.deleted_at, before));
}

export type TemplateRecord = typeof paper_templates.$inferSelect;

export async function findTemplate(db: Queryable, user_id: number): Promise<TemplateRecord | null> {
  return (await db.select().from(paper_templates).where(eq(paper_templates.user_id, user_id)))[0] ?? null;
}

export async function putTemplate(db: Queryable, row: typeof paper_templates.$inferInsert): Promise<void> {
  await db.insert(paper_templates).values(row).onConflictDoUpdate({ target: paper_templates.user_id, set: row });
}

export async function deleteTemplate(db: Queryable, user_id: number): Promise<void> {
  await db.delete(paper_templates).where(eq(paper_templates.user_id, user_id));
}

export async function deleteOfUser(db: Tx, user_id: number): Promise<void> {
  await deleteTemplate(db, user_id);
  await db.delete(papers).where(eq(papers.user_id, user_id));
}

// for the package of somebody's data
export const paperRows = ownRows(papers, papers.user_id, [papers.id]);
export const versionRows = ownRows(paper_versions, papers.user_id, [paper_versions.id], {
  through: { table: papers, on: eq(paper_versions.paper_id, papers.id) },
});
export const templateRows = ownRows(paper_templates, paper_templates.user_id, [paper_templates.user_id], {
  ours: [paper_templates.logo_png],
});
