import { and, arrayOverlaps, asc, desc, eq, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Quiz } from '#contract/quiz.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { course_chapters, course_counts, hand_ins, lesson_progress, lessons, quiz_answers, quizzes, teachers } from './tables.ts';

export type Lesson = typeof lessons.$inferSelect;
export type Chapter = typeof course_chapters.$inferSelect;
export type Teacher = typeof teachers.$inferSelect;

export async function findLesson(db: Queryable, id: number): Promise<Lesson | null> {
  return (await db.select().from(lessons).where(eq(lessons.id, id)))[0] ?? null;
}

export async function findLessons(db: Queryable, ids: readonly number[]): Promise<Map<number, Lesson>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(lessons)
    .where(inArray(lessons.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Chapters of a course, in order. */
export function findChapters(db: Queryable, item_id: number): Promise<Chapter[]> {
  return db
    .select()
    .from(course_chapters)
    .where(eq(course_chapters.item_id, item_id))
    .orderBy(asc(course_chapters.position), asc(course_chapters.id));
}

export type CourseCounts = typeof course_counts.$inferSelect;

/** What learners see of a course's lessons, as SQL on `lessons`. */
const seenLesson = sql`${lessons.state} = 'ready' and ${lessons.shown} and ${lessons.removed_at} is null`;

export async function upsertCounts(db: Tx, item_id: number): Promise<void> {
  await db.execute(sql`
    insert into ${course_counts} (item_id, lesson_num, free_num, duration_s, learner_num)
    select ${item_id}::bigint, l.num, l.free, l.seconds, p.num
    from (select count(*)::int num, count(*) filter (where free)::int free, coalesce(sum(duration_s), 0) seconds
        from ${lessons} where item_id = ${item_id} and ${seenLesson}) l,
      (select count(distinct user_id) num from ${lesson_progress} where item_id = ${item_id} and (seconds > 0 or done_at is not null)) p
    on conflict (item_id) do update set lesson_num = excluded.lesson_num, free_num = excluded.free_num, duration_s = excluded.duration_s,
      learner_num = excluded.learner_num`);
}

/** Courses without a row are absent. */
export async function findCounts(db: Queryable, item_ids: readonly number[]): Promise<Map<number, CourseCounts>> {
  if (item_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(course_counts)
    .where(inArray(course_counts.item_id, [...item_ids]));
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** The lessons that learners see, in the order of their course. */
export function findSeenLessons(db: Queryable, item_ids: readonly number[]): Promise<Lesson[]> {
  if (item_ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(lessons)
    .where(and(inArray(lessons.item_id, [...item_ids]), seenLesson))
    .orderBy(asc(lessons.item_id), asc(lessons.position), asc(lessons.id));
}

/** Free films, the newest first, from before that id on. Whether their courses are on the site is the caller's question. */
export function findFreeFilms(db: Queryable, before: number | null, limit: number): Promise<Lesson[]> {
  return db
    .select()
    .from(lessons)
    .where(
      and(
        sql`${lessons.free} and ${lessons.type} = 'video' and ${lessons.state} = 'ready' and ${lessons.shown}`,
        sql`${lessons.removed_at} is null`,
        before === null ? undefined : lt(lessons.id, before),
      ),
    )
    .orderBy(desc(lessons.id))
    .limit(limit);
}

export async function findTeacher(db: Queryable, user_id: number): Promise<Teacher | null> {
  return (await db.select().from(teachers).where(eq(teachers.user_id, user_id)))[0] ?? null;
}

export async function findTeachers(db: Queryable, user_ids: readonly number[]): Promise<Map<number, Teacher>> {
  if (user_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(teachers)
    .where(inArray(teachers.user_id, [...user_ids]));
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Accepted ones, those decided last first. */
export function findAccepted(db: Queryable, limit: number): Promise<Teacher[]> {
  return db.select().from(teachers).where(eq(teachers.state, 'accepted')).orderBy(desc(teachers.user_id)).limit(limit);
}

/** False: the lesson has another film meanwhile. */
export async function setTrial(db: Queryable, id: number, file_id: number, trial_file_id: number): Promise<boolean> {
  const rows = await db
    .update(lessons)
    .set({ trial_file_id })
    .where(and(eq(lessons.id, id), eq(lessons.file_id, file_id)))
    .returning({ id: lessons.id });
  return rows.length > 0;
}

/** What was made of the film, if it is still this one. */
export async function setNarrowed(db: Queryable, id: number, file_id: number, made: Partial<typeof lessons.$inferInsert>): Promise<void> {
  await db
    .update(lessons)
    .set(made)
    .where(and(eq(lessons.id, id), eq(lessons.file_id, file_id)));
}

/** Film lessons of which no smaller versions were tried to make, the newest first; `not` are left out. */
export async function findToNarrow(db: Queryable, not: readonly number[], limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: lessons.id })
    .from(lessons)
    .where(
      and(
        ...[eq(lessons.type, 'video'), eq(lessons.state, 'ready'), isNotNull(lessons.file_id)],
        isNull(lessons.narrowed_at),
        isNull(lessons.removed_at),
        notInArray(lessons.id, [...not]),
      ),
    )
    .orderBy(desc(lessons.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Those of the stored files that a lesson, its trial, what was handed in or a teacher's sample is. */
export async function findNamedFiles(db: Queryable, file_ids: readonly number[]): Promise<Set<number>> {
  if (file_ids.length === 0) return new Set();
  const ids = [...file_ids];
  const films = await db.select({ id: lessons.file_id }).from(lessons).where(inArray(lessons.file_id, ids));
  const trials = await db.select({ id: lessons.trial_file_id }).from(lessons).where(inArray(lessons.trial_file_id, ids));
  const low = await db.select({ id: lessons.low_file_id }).from(lessons).where(inArray(lessons.low_file_id, ids));
  const mid = await db.select({ id: lessons.mid_file_id }).from(lessons).where(inArray(lessons.mid_file_id, ids));
  const samples = await db.select({ id: teachers.sample_file_id }).from(teachers).where(inArray(teachers.sample_file_id, ids));
  const handed = await db.select({ ids: hand_ins.file_ids }).from(hand_ins).where(arrayOverlaps(hand_ins.file_ids, ids));
  return new Set([...[...films, ...trials, ...low, ...mid, ...samples].flatMap(({ id }) => id ?? []), ...handed.flatMap((row) => row.ids)]);
}

export async function insertChapter(db: Tx, row: typeof course_chapters.$inferInsert): Promise<number> {
  const [made] = await db.insert(course_chapters).values(row).returning({ id: course_chapters.id });
  return (made as { id: number }).id;
}

export async function insertLesson(db: Tx, row: typeof lessons.$inferInsert): Promise<number> {
  const [made] = await db.insert(lessons).values(row).returning({ id: lessons.id });
  return (made as { id: number }).id;
}

export async function insertQuiz(db: Tx, lesson_id: number, quiz: Quiz): Promise<void> {
  await db.insert(quizzes).values({ lesson_id, quiz });
}

/** Somebody who may teach; who is one already stays as they are. */
export async function insertTeacher(db: Tx, row: typeof teachers.$inferInsert): Promise<void> {
  await db.insert(teachers).values(row).onConflictDoNothing({ target: teachers.user_id });
}

export type QuizTry = typeof quiz_answers.$inferSelect;

/** As it was written; null: there is none. */
export async function findQuiz(db: Queryable, lesson_id: number): Promise<unknown> {
  return (await db.select({ quiz: quizzes.quiz }).from(quizzes).where(eq(quizzes.lesson_id, lesson_id)))[0]?.quiz ?? null;
}

export async function insertTry(db: Queryable, row: typeof quiz_answers.$inferInsert): Promise<void> {
  await db.insert(quiz_answers).values(row);
}

/** The learner's last attempt, and how many they made since then. */
export async function countTries(
  db: Queryable,
  user_id: number,
  lesson_id: number,
  since: Date,
): Promise<{ tries: number; last: Pick<QuizTry, 'right_num' | 'total' | 'passed'> | null }> {
  const mine = and(eq(quiz_answers.user_id, user_id), eq(quiz_answers.lesson_id, lesson_id));
  const [last] = await db.select().from(quiz_answers).where(mine).orderBy(desc(quiz_answers.id)).limit(1);
  const tries = await db.$count(quiz_answers, and(mine, sql`${quiz_answers.created_at} > ${since.toISOString()}::timestamptz`));
  return { tries, last: last ? { right_num: last.right_num, total: last.total, passed: last.passed } : null };
}
