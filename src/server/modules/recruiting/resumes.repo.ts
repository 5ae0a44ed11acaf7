import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { DayMarkKey } from '#contract/freelance.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { CLOSED_NAME } from '../identity/index.ts';
import { applications, freelancers, resume_views, resumes } from './tables.ts';

export type ResumeLine = typeof resumes.$inferSelect;

/** One change of a person's resumes at a time, until the end of the transaction. */
export async function lockResumes(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`resumes/${user_id}`}, 0))`);
}

export function findResumes(db: Queryable, user_id: number): Promise<ResumeLine[]> {
  return db.select().from(resumes).where(eq(resumes.user_id, user_id)).orderBy(desc(resumes.is_default), asc(resumes.id)).limit(50);
}

export async function findResume(db: Queryable, id: number): Promise<ResumeLine | null> {
  return (await db.select().from(resumes).where(eq(resumes.id, id)))[0] ?? null;
}

export async function findByIds(db: Queryable, ids: readonly number[]): Promise<ResumeLine[]> {
  return db
    .select()
    .from(resumes)
    .where(inArray(resumes.id, [...ids]));
}

export async function insertResume(db: Tx, row: typeof resumes.$inferInsert): Promise<number> {
  return (await db.insert(resumes).values(row).returning({ id: resumes.id }))[0]?.id ?? 0;
}

export async function updateResume(db: Tx, id: number, set: Partial<typeof resumes.$inferInsert>): Promise<void> {
  await db.update(resumes).set(set).where(eq(resumes.id, id));
}

export async function clearDefault(db: Tx, user_id: number): Promise<void> {
  await db
    .update(resumes)
    .set({ is_default: false })
    .where(and(eq(resumes.user_id, user_id), eq(resumes.is_default, true)));
}

export async function deleteResume(db: Tx, id: number): Promise<void> {
  await db.delete(resume_views).where(eq(resume_views.resume_id, id));
  await db.delete(resumes).where(eq(resumes.id, id));
}

/** Notes that an enterprise looked at the resume on a day. */
export async function addView(db: Queryable, row: { resume_id: number; enterprise_id: number; day: string; at: Date }): Promise<void> {
  const { at, ...key } = row;
  await db
    .insert(resume_views)
    .values({ ...key, times: 1, last_at: at })
    .onConflictDoUpdate({
      target: [resume_views.resume_id, resume_views.enterprise_id, resume_views.day],
      set: { times: sql`${resume_views.times} + 1`, last_at: at },
    });
}

export function findViews(db: Queryable, resume_id: number) {
  return db.select().from(resume_views).where(eq(resume_views.resume_id, resume_id)).orderBy(desc(resume_views.last_at)).limit(100);
}

export async function countViewers(db: Queryable, resume_ids: readonly number[]): Promise<Map<number, number>> {
  if (resume_ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; n: string }>(
    sql`select resume_id as id, count(distinct enterprise_id) as n from resume_views where resume_id = any(${sql.param([...resume_ids])}::bigint[]) group by 1`,
  );
  return new Map(rows.map((row) => [Number(row.id), Number(row.n)]));
}

interface ShownQuery {
  words: readonly string[];
  /** Each of them free; none: not asked for. */
  days: readonly string[];
  not_of: number;
}

const shownWhere = ({ words, days, not_of }: ShownQuery) => {
  const free = JSON.stringify(Object.fromEntries(days.map((day) => [day, 'free'])));
  return and(
    ...[eq(resumes.visibility, 'all'), ne(resumes.user_id, not_of)],
    ...words.map((word) => sql`position(${word} in ${resumes.words}) > 0`),
    days.length > 0 ? sql`${resumes.user_id} in (select user_id from freelancers where days @> ${free}::jsonb)` : undefined,
  );
};

export const countShown = (db: Queryable, query: ShownQuery): Promise<number> => db.$count(resumes, shownWhere(query));

/** Resumes for all enterprises whose words hold every one of these, the newest first. */
export function findShown(
  db: Queryable,
  { offset, limit, ...query }: ShownQuery & { offset: number; limit: number },
): Promise<ResumeLine[]> {
  return db.select().from(resumes).where(shownWhere(query)).orderBy(desc(resumes.updated_at), desc(resumes.id)).offset(offset).limit(limit);
}

export function findFreelancers(db: Queryable, of: ReadonlyArray<{ user_id: number }>) {
  const ids = of.map(({ user_id }) => user_id);
  return db.select().from(freelancers).where(inArray(freelancers.user_id, ids));
}

/** Begins somebody's days; a price that is not given stays. */
export async function saveDayPrice(db: Tx, user_id: number, day_fen: number | undefined): Promise<void> {
  await db.insert(freelancers).values({ user_id }).onConflictDoNothing();
  if (day_fen !== undefined) await db.update(freelancers).set({ day_fen }).where(eq(freelancers.user_id, user_id));
}

/** One statement: marks by several presses at once all stand. Days before today go. */
export async function markDays(db: Tx, of: { user_id: number; days: readonly string[]; mark: DayMarkKey; today: string }): Promise<void> {
  const marks = JSON.stringify(of.mark === 'none' ? {} : Object.fromEntries(of.days.map((day) => [day, of.mark])));
  await db.execute(sql`update freelancers set days = coalesce((select jsonb_object_agg(key, value) from jsonb_each(days)
    where key >= ${of.today} and key <> all(${sql.param([...of.days])}::text[])), '{}'::jsonb) || ${marks}::jsonb where user_id = ${of.user_id}`);
}

/** Which of the files some resume or application names. */
export async function namedPdfs(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const list = sql`any(${sql.param([...keys])}::text[])`;
  const [mine, sent] = [
    await db.select({ key: resumes.pdf_key }).from(resumes).where(sql`${resumes.pdf_key} = ${list}`),
    await db.select({ key: applications.pdf_key }).from(applications).where(sql`${applications.pdf_key} = ${list}`),
  ];
  return new Set([...mine, ...sent].map(({ key }) => key));
}

/** Erases all stored data of a user; what they sent keeps its line without saying who it was. Returns the files. */
export async function eraseOf(db: Tx, user_id: number): Promise<string[]> {
  const mine = await findResumes(db, user_id);
  const sent = await db.select({ key: applications.pdf_key }).from(applications).where(eq(applications.user_id, user_id));
  for (const { id } of mine) await deleteResume(db, id);
  await db.delete(freelancers).where(eq(freelancers.user_id, user_id));
  await db.execute(sql`update job_applications set parts = '{}'::jsonb, contact = null, pdf_key = '', pdf_name = '', title = ${CLOSED_NAME}, message = '', interview_note = '',
    stage = case when stage in ('sent', 'seen', 'interview', 'offer') then 'withdrawn' else stage end where user_id = ${user_id}`);
  return [...mine.map(({ pdf_key }) => pdf_key), ...sent.map(({ key }) => key)].filter((key) => key !== '');
}
