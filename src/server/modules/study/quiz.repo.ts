import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { quiz_answers, quizzes } from './tables.ts';

export type QuizTry = typeof quiz_answers.$inferSelect;

/** As it was written; null: there is none. */
export async function findQuiz(db: Queryable, lesson_id: number): Promise<unknown> {
  return (await db.select({ quiz: quizzes.quiz }).from(quizzes).where(eq(quizzes.lesson_id, lesson_id)))[0]?.quiz ?? null;
}

export async function insertTry(db: Queryable, row: typeof quiz_answers.$inferInsert): Promise<void> {
  await db.insert(quiz_answers).values(row);
}

/** The learner's last try, and how many they made since then. */
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
