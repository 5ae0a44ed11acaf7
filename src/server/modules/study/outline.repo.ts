import type { Quiz } from '#contract/quiz.ts';
import type { Tx } from '../../db/pool.ts';
import { course_chapters, lessons, quizzes, teachers } from './tables.ts';

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
