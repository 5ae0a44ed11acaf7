import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { KINDS } from '#contract/kinds.ts';
import { ANSWER_FIGURES, type ApplicationStage } from '#contract/recruit.ts';
import { byName, choiceFilter, dayFilters, type KeysetSource, newestOrOldest } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { itemsOfKind } from '../catalog/index.ts';
import { application_moves, application_notes, applications, job_refreshes } from './tables.ts';

export type ApplicationLine = typeof applications.$inferSelect;

/** The row, or null where the person applied for the job before: the unique key decides. */
export async function insertApplication(db: Tx, row: typeof applications.$inferInsert): Promise<ApplicationLine | null> {
  return (await db.insert(applications).values(row).onConflictDoNothing().returning())[0] ?? null;
}

export async function lockOwnApplication(db: Tx, item_id: number, user_id: number): Promise<ApplicationLine | null> {
  const mine = and(eq(applications.item_id, item_id), eq(applications.user_id, user_id));
  return (await db.select().from(applications).where(mine).for('update'))[0] ?? null;
}

export async function lockApplication(db: Tx, id: number): Promise<ApplicationLine | null> {
  return (await db.select().from(applications).where(eq(applications.id, id)).for('update'))[0] ?? null;
}

export async function findApplication(db: Queryable, id: number): Promise<ApplicationLine | null> {
  return (await db.select().from(applications).where(eq(applications.id, id)))[0] ?? null;
}

export async function findApplicationFor(db: Queryable, item_id: number, user_id: number): Promise<ApplicationLine | null> {
  const mine = and(eq(applications.item_id, item_id), eq(applications.user_id, user_id));
  return (await db.select().from(applications).where(mine))[0] ?? null;
}

export async function updateApplication(db: Tx, id: number | number[], set: Partial<typeof applications.$inferInsert>): Promise<void> {
  await db
    .update(applications)
    .set(set)
    .where(inArray(applications.id, [id].flat()));
}

export function findOwnApplications(
  db: Queryable,
  user_id: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<ApplicationLine[]> {
  return db.select().from(applications).where(eq(applications.user_id, user_id)).orderBy(desc(applications.id)).offset(offset).limit(limit);
}

export const countOwnApplications = (db: Queryable, user_id: number): Promise<number> =>
  db.$count(applications, eq(applications.user_id, user_id));

/** Interviews that an enterprise has arranged and not decided on, the newest application first. */
export function findInterviews(db: Queryable, enterprise_id: number, limit: number): Promise<ApplicationLine[]> {
  return db
    .select()
    .from(applications)
    .where(and(eq(applications.enterprise_id, enterprise_id), eq(applications.stage, 'interview')))
    .orderBy(desc(applications.id))
    .limit(limit);
}

/** Takes those whose interview begins by then and who were not reminded. */
export async function takeToRemind(db: Tx, { now, by, limit }: { now: Date; by: Date; limit: number }): Promise<ApplicationLine[]> {
  const due = sql`${applications.interview_state} = 'agreed' and ${applications.stage} = 'interview' and not ${applications.interview_reminded}
    and ${applications.interview_at} > ${now.toISOString()}::timestamptz and ${applications.interview_at} <= ${by.toISOString()}::timestamptz`;
  const ids = sql`${applications.id} in (select id from ${applications} where ${due} order by ${applications.id} limit ${limit} for update skip locked)`;
  return db.update(applications).set({ interview_reminded: true }).where(ids).returning();
}

/** Which applications that wait: of a job, or sent so long ago that their enterprise was warned long enough, or is to be (null). */
export type Waiting = { item_id: number } | { sent_by: Date; warned_by: Date | null };

/** Locks some that wait for an answer. Of a job, which closes once, all; of those that are due, the next run finds whom somebody is at. */
export function lockWaiting(db: Tx, which: Waiting, limit: number): Promise<ApplicationLine[]> {
  const { stage, answered_at, sent_at, warned_at, item_id } = applications;
  const of_job = 'item_id' in which;
  const due = of_job
    ? eq(item_id, which.item_id)
    : and(lte(sent_at, which.sent_by), which.warned_by ? lte(warned_at, which.warned_by) : isNull(warned_at));
  const waits = and(sql`${stage} in ('sent', 'seen')`, isNull(answered_at), due);
  return db
    .select()
    .from(applications)
    .where(waits)
    .orderBy(applications.id)
    .limit(limit)
    .for('update', of_job ? {} : { skipLocked: true });
}

/** What an enterprise was asked and answered lately; `days`: the median of its answers. What was taken back early counts for neither. */
export async function findAnswers(
  db: Queryable,
  enterprise_id: number,
  now: Date,
): Promise<{ answered: number; asked: number; days: number }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ answered: number; asked: number; days: number | null }>(
    sql`select count(answered_at)::int as answered, count(*)::int as asked,
        percentile_cont(0.5) within group (order by extract(epoch from answered_at - sent_at) / 86400) as days
      from job_applications where enterprise_id = ${enterprise_id} and sent_at > ${at} - make_interval(days => ${ANSWER_FIGURES.days})
        and (answered_at is not null or case when stage = 'withdrawn' then updated_at else ${at} end >= sent_at + make_interval(days => ${ANSWER_FIGURES.wait_days}))`,
  );
  return { answered: rows[0]?.answered ?? 0, asked: rows[0]?.asked ?? 0, days: Number(rows[0]?.days ?? 0) };
}

interface ApplicantWish {
  id: number;
  stages: readonly ApplicationStage[];
  /** What their name holds; '': anybody. */
  keyword: string;
}

const wanted = ({ id, stages, keyword }: ApplicantWish) =>
  and(
    ...[eq(applications.item_id, id), inArray(applications.stage, [...stages])],
    keyword === '' ? undefined : sql`position(lower(${keyword}) in lower(${applications.parts} -> 'person' ->> 'name')) > 0`,
  );

export const countApplicants = (db: Queryable, wish: ApplicantWish): Promise<number> => db.$count(applications, wanted(wish));

/** Applicants of a job, the longest waiting first. */
export function findApplicants(db: Queryable, wish: ApplicantWish, at: { offset: number; limit: number }): Promise<ApplicationLine[]> {
  return db
    .select()
    .from(applications)
    .where(wanted(wish))
    .orderBy(asc(applications.sent_at), asc(applications.id))
    .offset(at.offset)
    .limit(at.limit);
}

export interface StageCount {
  item_id: number;
  stage: ApplicationStage;
  n: number;
  /** Unix seconds of the oldest. */
  since: number;
}

export async function countStages(db: Queryable, item_ids: readonly number[]): Promise<StageCount[]> {
  if (item_ids.length === 0) return [];
  const { rows } = await db.execute<{ item_id: string; stage: ApplicationStage; n: string; since: string }>(
    sql`select item_id, stage, count(*) as n, floor(extract(epoch from min(sent_at)))::bigint as since from job_applications
      where item_id = any(${sql.param([...item_ids])}::bigint[]) group by item_id, stage`,
  );
  return rows.map((row) => ({ item_id: Number(row.item_id), stage: row.stage, n: Number(row.n), since: Number(row.since) }));
}

export async function insertMove(db: Tx, ...rows: Array<typeof application_moves.$inferInsert>): Promise<void> {
  await db.insert(application_moves).values(rows);
}

export function findMoves(db: Queryable, application_id: number) {
  return db.select().from(application_moves).where(eq(application_moves.application_id, application_id)).orderBy(asc(application_moves.id));
}

export async function insertNote(db: Tx, row: typeof application_notes.$inferInsert): Promise<number> {
  return (await db.insert(application_notes).values(row).returning({ id: application_notes.id }))[0]?.id ?? 0;
}

export function findNotes(db: Queryable, application_ids: readonly number[]) {
  return db
    .select()
    .from(application_notes)
    .where(inArray(application_notes.application_id, [...application_ids]))
    .orderBy(desc(application_notes.id));
}

/** False: the job was refreshed on this day before. */
export async function insertRefresh(db: Tx, item_id: number, day: string): Promise<boolean> {
  return (await db.insert(job_refreshes).values({ item_id, day }).onConflictDoNothing().returning()).length > 0;
}

export async function refreshedOn(db: Queryable, item_ids: readonly number[], day: string): Promise<Set<number>> {
  if (item_ids.length === 0) return new Set();
  const rows = await db
    .select({ id: job_refreshes.item_id })
    .from(job_refreshes)
    .where(and(inArray(job_refreshes.item_id, [...item_ids]), eq(job_refreshes.day, day)));
  return new Set(rows.map(({ id }) => id));
}

export interface JobStaffLine {
  id: number;
  title: string;
  publisher_id: number;
  status: string;
  applicants: number;
  unseen: number;
  created_at: number;
}

/** All jobs with how many applied, for staff. Read by the index `items_of_kind`. */
export const jobSource: KeysetSource = {
  select: sql`i.id, i.title, i.publisher_id, i.status, floor(extract(epoch from i.created_at))::bigint as created_at,
    (select count(*)::int from job_applications a where a.item_id = i.id) as applicants,
    (select count(*)::int from job_applications a where a.item_id = i.id and a.stage = 'sent') as unseen`,
  from: sql`${itemsOfKind(KINDS.job.code)} i`,
  id: sql`i.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      open: sql`i.status = 'published'`,
      waiting: sql`i.status in ('reviewing', 'scheduled')`,
      closed: sql`i.status = 'taken_down'`,
      draft: sql`i.status in ('draft', 'rejected', 'failed')`,
    }),
    ...dayFilters(sql`i.created_at`),
  },
  search: (text) =>
    /^\d{1,15}$/.test(text)
      ? sql`i.id = ${Number(text)}::bigint`
      : byName(text, sql`i.id`, sql`i.title`, sql`select id, title as name from ${itemsOfKind(KINDS.job.code)} i order by id desc`),
  // numbers rise with time
  orders: newestOrOldest(sql`i.id`, sql`i.created_at`),
};
