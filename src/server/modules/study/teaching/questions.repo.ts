import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/pool.ts';
import { course_answers, course_questions, lessons } from '../tables.ts';

const unanswered = (teacher_id: number) =>
  and(eq(course_questions.teacher_id, teacher_id), isNull(course_questions.answered_at), eq(course_questions.hidden, false));

const all = (teacher_id: number) => and(eq(course_questions.teacher_id, teacher_id), eq(course_questions.hidden, false));

const which = (teacher_id: number, waiting: boolean) => (waiting ? unanswered(teacher_id) : all(teacher_id));

/** A teacher's questions with the name of their lesson: those that wait oldest first, all newest first. */
export async function findTeacherQuestions(
  db: Queryable,
  { teacher_id, waiting, offset, limit }: { teacher_id: number; waiting: boolean; offset: number; limit: number },
) {
  return db
    .select({ question: course_questions, lesson: sql<string>`coalesce(${lessons.title}, '')` })
    .from(course_questions)
    .leftJoin(lessons, eq(lessons.id, course_questions.lesson_id))
    .where(which(teacher_id, waiting))
    .orderBy(waiting ? asc(course_questions.id) : desc(course_questions.id))
    .offset(offset)
    .limit(limit);
}

export async function countTeacherQuestions(db: Queryable, teacher_id: number, waiting: boolean): Promise<number> {
  return db.$count(course_questions, which(teacher_id, waiting));
}

export async function findAnswersTo(db: Queryable, question_ids: readonly number[]) {
  if (question_ids.length === 0) return [];
  return db
    .select()
    .from(course_answers)
    .where(and(inArray(course_answers.question_id, [...question_ids]), eq(course_answers.hidden, false)))
    .orderBy(asc(course_answers.id));
}
