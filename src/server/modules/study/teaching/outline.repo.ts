import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { course_chapters, lesson_progress, lessons, quizzes } from '../tables.ts';

export interface LessonSums {
  lesson_id: number;
  learners: number;
  done: number;
  seconds: number;
  tenths: number[];
  takers: number;
  passed: number;
}

/**
 * What learners did in each lesson of a course that was not removed: a film's tenth counts who watched any second of it. One pass over
 * the course's progress, by `lesson_progress_of_item`.
 */
export async function sumLessons(db: Queryable, item_id: number): Promise<LessonSums[]> {
  const { rows } = await db.execute<
    Record<'id' | 'learners' | 'done' | 'seconds' | 'takers' | 'passed', string> & { tenths: number[] }
  >(sql`
    with l as (select id, duration_s from lessons where item_id = ${item_id} and removed_at is null),
    p as (select p.* from lesson_progress p join l on l.id = p.lesson_id where p.item_id = ${item_id}),
    q as (select a.lesson_id, count(distinct a.user_id) takers, count(distinct a.user_id) filter (where a.passed) passed
      from quiz_answers a join l on l.id = a.lesson_id group by a.lesson_id)
    select l.id, coalesce(s.learners, 0) learners, coalesce(s.done, 0) done, coalesce(s.seconds, 0) seconds,
      coalesce(q.takers, 0) takers, coalesce(q.passed, 0) passed,
      case when l.duration_s > 0 then (select array_agg(n order by tenth) from (select tenth, (select count(*)::int from p
          where p.lesson_id = l.id and p.watched && int4multirange(int4range(
            floor(l.duration_s * tenth / 10.0)::int, greatest(floor(l.duration_s * tenth / 10.0)::int + 1, floor(l.duration_s * (tenth + 1) / 10.0)::int)))) n
        from generate_series(0, 9) tenth) t) else '{}' end tenths
    from l left join (select lesson_id, count(*) learners, count(done_at) done, sum(seconds) seconds from p group by lesson_id) s on s.lesson_id = l.id
    left join q on q.lesson_id = l.id`);
  return rows.map((row) => ({
    ...{ lesson_id: Number(row.id), learners: Number(row.learners), done: Number(row.done), seconds: Number(row.seconds) },
    ...{ tenths: (row.tenths ?? []).map(Number), takers: Number(row.takers), passed: Number(row.passed) },
  }));
}

/** How many people learnt in each course, and how many finished all that learners see of it. */
export async function countLearners(db: Queryable, item_id: number): Promise<{ learners: number; finished: number }> {
  const { rows } = await db.execute<{ learners: string; finished: string }>(sql`
    with seen as (select id from lessons where item_id = ${item_id} and state = 'ready' and shown and removed_at is null),
    p as (select user_id, count(*) filter (where done_at is not null and lesson_id in (select id from seen)) done
      from lesson_progress where item_id = ${item_id} and (seconds > 0 or done_at is not null) group by user_id)
    select count(*) learners, count(*) filter (where done = (select count(*) from seen) and done > 0) finished from p`);
  return { learners: Number(rows[0]?.learners ?? 0), finished: Number(rows[0]?.finished ?? 0) };
}

/** Questions of a teacher's learners without an answer, by course. */
export async function countWaiting(db: Queryable, teacher_id: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ item_id: string; num: string }>(sql`
    select item_id, count(*) num from course_questions where teacher_id = ${teacher_id} and answered_at is null and not hidden group by item_id`);
  return new Map(rows.map((row) => [Number(row.item_id), Number(row.num)]));
}

export type ChapterRow = typeof course_chapters.$inferSelect;
export type LessonRow = typeof lessons.$inferSelect;

/** Chapters of a course in their order. */
export async function findChapters(db: Queryable, item_id: number): Promise<ChapterRow[]> {
  return db
    .select()
    .from(course_chapters)
    .where(eq(course_chapters.item_id, item_id))
    .orderBy(asc(course_chapters.position), asc(course_chapters.id));
}

/** Lessons of a course that were not removed, in their order within each chapter. */
export async function findLessons(db: Queryable, item_id: number): Promise<LessonRow[]> {
  return db
    .select()
    .from(lessons)
    .where(and(eq(lessons.item_id, item_id), isNull(lessons.removed_at)))
    .orderBy(asc(lessons.position), asc(lessons.id));
}

export async function findChapter(db: Queryable, id: number): Promise<ChapterRow | null> {
  return (await db.select().from(course_chapters).where(eq(course_chapters.id, id)))[0] ?? null;
}

export async function findLesson(db: Queryable, id: number): Promise<LessonRow | null> {
  return (await db.select().from(lessons).where(eq(lessons.id, id)))[0] ?? null;
}

export async function insertChapter(db: Tx, row: typeof course_chapters.$inferInsert): Promise<number> {
  const rows = await db.insert(course_chapters).values(row).returning({ id: course_chapters.id });
  return (rows[0] as { id: number }).id;
}

export async function updateChapter(db: Tx, id: number, set: Partial<Pick<ChapterRow, 'title' | 'position'>>): Promise<void> {
  await db.update(course_chapters).set(set).where(eq(course_chapters.id, id));
}

export async function deleteChapter(db: Tx, id: number): Promise<void> {
  await db.delete(course_chapters).where(eq(course_chapters.id, id));
}

export async function insertLesson(db: Tx, row: typeof lessons.$inferInsert): Promise<number> {
  const rows = await db.insert(lessons).values(row).returning({ id: lessons.id });
  return (rows[0] as { id: number }).id;
}

export async function updateLesson(
  db: Tx,
  id: number,
  set: Partial<Omit<typeof lessons.$inferInsert, 'id' | 'item_id'>> & { updated_at: Date },
): Promise<void> {
  await db.update(lessons).set(set).where(eq(lessons.id, id));
}

/** Moves lessons to a chapter, or out of all, in the order of `ids`. */
export async function placeLessons(db: Tx, chapter_id: number | null, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    update ${lessons} set chapter_id = ${chapter_id}::bigint, position = placed.position::int, updated_at = ${now.toISOString()}::timestamptz
    from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as placed(id, position)
    where ${lessons.id} = placed.id::bigint`);
}

/** Whether anybody learns in the course, or in the lesson. */
export async function hasLearners(db: Queryable, of: { item_id: number } | { lesson_id: number }): Promise<boolean> {
  const where = 'item_id' in of ? eq(lesson_progress.item_id, of.item_id) : eq(lesson_progress.lesson_id, of.lesson_id);
  return (await db.select({ one: sql`1` }).from(lesson_progress).where(where).limit(1)).length > 0;
}

export async function findQuiz(db: Queryable, lesson_id: number): Promise<unknown> {
  return (await db.select({ quiz: quizzes.quiz }).from(quizzes).where(eq(quizzes.lesson_id, lesson_id)))[0]?.quiz ?? null;
}

export async function saveQuiz(db: Tx, lesson_id: number, quiz: unknown, updated_at: Date): Promise<void> {
  const set = { quiz, updated_at };
  await db
    .insert(quizzes)
    .values({ lesson_id, ...set })
    .onConflictDoUpdate({ target: quizzes.lesson_id, set });
}

/** How many questions each quiz asks. */
export async function countQuestions(db: Queryable, lesson_ids: readonly number[]): Promise<Map<number, number>> {
  if (lesson_ids.length === 0) return new Map();
  const rows = await db
    .select({
      lesson_id: quizzes.lesson_id,
      num: sql<number>`coalesce(jsonb_array_length(${quizzes.quiz} -> 'questions'), 0)`.mapWith(Number),
    })
    .from(quizzes)
    .where(inArray(quizzes.lesson_id, [...lesson_ids]));
  return new Map(rows.map(({ lesson_id, num }) => [lesson_id, num]));
}

/** How many lessons of each course learners can see once it is published. */
export async function countReady(db: Queryable, item_ids: readonly number[]): Promise<Map<number, number>> {
  if (item_ids.length === 0) return new Map();
  const rows = await db
    .select({ item_id: lessons.item_id, num: count() })
    .from(lessons)
    .where(and(inArray(lessons.item_id, [...item_ids]), eq(lessons.state, 'ready'), eq(lessons.shown, true), isNull(lessons.removed_at)))
    .groupBy(lessons.item_id);
  return new Map(rows.map(({ item_id, num }) => [item_id, num]));
}
