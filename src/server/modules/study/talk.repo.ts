import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { course_answers, course_questions } from './tables.ts';

export type QuestionRecord = typeof course_questions.$inferSelect;
export type AnswerRecord = typeof course_answers.$inferSelect;

export async function insertQuestion(db: Queryable, row: typeof course_questions.$inferInsert): Promise<number> {
  const [made] = await db.insert(course_questions).values(row).returning({ id: course_questions.id });
  return (made as { id: number }).id;
}

export async function findQuestion(db: Queryable, id: number): Promise<QuestionRecord | null> {
  return (await db.select().from(course_questions).where(eq(course_questions.id, id)))[0] ?? null;
}

/** Shown questions of a course or one of its lessons, the newest first, from before that id on. */
export function findQuestions(
  db: Queryable,
  { item_id, lesson_id, before }: { item_id: number; lesson_id: number | null; before: number | null },
  limit: number,
): Promise<QuestionRecord[]> {
  return db
    .select()
    .from(course_questions)
    .where(
      and(
        eq(course_questions.item_id, item_id),
        sql`not ${course_questions.hidden}`,
        lesson_id === null ? undefined : eq(course_questions.lesson_id, lesson_id),
        before === null ? undefined : lt(course_questions.id, before),
      ),
    )
    .orderBy(desc(course_questions.id))
    .limit(limit);
}

export const countQuestionsSince = (db: Queryable, user_id: number, since: Date): Promise<number> =>
  db.$count(
    course_questions,
    and(eq(course_questions.user_id, user_id), sql`${course_questions.created_at} > ${since.toISOString()}::timestamptz`),
  );

export async function insertAnswer(db: Queryable, row: typeof course_answers.$inferInsert): Promise<number> {
  const [made] = await db.insert(course_answers).values(row).returning({ id: course_answers.id });
  return (made as { id: number }).id;
}

export async function setAnswered(db: Queryable, id: number, at: Date): Promise<void> {
  await db
    .update(course_questions)
    .set({ answered_at: at })
    .where(and(eq(course_questions.id, id), sql`${course_questions.answered_at} is null`));
}

export function findAnswers(db: Queryable, question_ids: readonly number[]): Promise<AnswerRecord[]> {
  if (question_ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(course_answers)
    .where(and(inArray(course_answers.question_id, [...question_ids]), sql`not ${course_answers.hidden}`))
    .orderBy(asc(course_answers.id))
    .limit(500);
}

/** Empties and hides what somebody wrote themselves. @returns null: it is not theirs; `done`: false where others answered the question */
export async function takeTalkBack(
  db: Queryable,
  what: 'question' | 'answer',
  { id, user_id }: { id: number; user_id: number },
): Promise<{ item_id: number; done: boolean } | null> {
  const gone = { hidden: true, text: '' };
  if (what === 'answer') {
    const rows = await db
      .update(course_answers)
      .set(gone)
      .where(and(eq(course_answers.id, id), eq(course_answers.user_id, user_id)))
      .returning({ of: course_answers.question_id });
    const question = rows[0] ? await findQuestion(db, rows[0].of) : null;
    if (!question) return null;
    // without a word of the teacher it waits for one again
    const answered_at = sql`(select min(a.created_at) from course_answers a where a.question_id = ${question.id} and a.user_id = ${question.teacher_id} and not a.hidden)`;
    await db.update(course_questions).set({ answered_at }).where(eq(course_questions.id, question.id));
    return { item_id: question.item_id, done: true };
  }
  const question = await findQuestion(db, id);
  if (question?.user_id !== user_id) return null;
  const others = sql`not exists (select from course_answers a where a.question_id = ${id} and a.user_id <> ${user_id} and not a.hidden)`;
  const { rowCount } = await db
    .update(course_questions)
    .set(gone)
    .where(and(eq(course_questions.id, id), others));
  return { item_id: question.item_id, done: (rowCount ?? 0) > 0 };
}

/** Hides or shows what somebody wrote. @returns the course; null: there is no such row, or nothing to show: it was taken back */
export async function setHidden(db: Queryable, what: 'question' | 'answer', id: number, hidden: boolean): Promise<number | null> {
  if (what === 'answer') {
    const rows = await db
      .update(course_answers)
      .set({ hidden })
      .where(and(eq(course_answers.id, id), hidden ? undefined : ne(course_answers.text, '')))
      .returning({ of: course_answers.question_id });
    return rows[0] ? ((await findQuestion(db, rows[0].of))?.item_id ?? null) : null;
  }
  const { item_id, text } = course_questions;
  const there = and(eq(course_questions.id, id), hidden ? undefined : ne(text, ''));
  const rows = await db.update(course_questions).set({ hidden }).where(there).returning({ item_id });
  return rows[0]?.item_id ?? null;
}
