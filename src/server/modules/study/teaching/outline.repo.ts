import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { course_chapters, lesson_progress, lessons, quizzes } from '../tables.ts';

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

/** Moves lessons to a chapter, in the order of `ids`. */
export async function placeLessons(db: Tx, chapter_id: number, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    update ${lessons} set chapter_id = ${chapter_id}, position = placed.position::int, updated_at = ${now.toISOString()}::timestamptz
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
