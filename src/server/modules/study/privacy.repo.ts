import { desc, eq } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import {
  certificates,
  course_answers,
  course_questions,
  course_reviews,
  film_links,
  lesson_notes,
  lesson_progress,
  playing_devices,
  quiz_answers,
} from './tables.ts';

const EXPORTED_MAX = 1_000;

export async function deleteLearning(db: Tx, user_id: number): Promise<void> {
  for (const table of [lesson_progress, lesson_notes, certificates, film_links, playing_devices, quiz_answers]) {
    await db.delete(table).where(eq(table.user_id, user_id));
  }
}

export function findGiven(
  db: Queryable,
  user_id: number,
): Promise<Array<{ item_id: number; stars: number; text: string; created_at: Date }>> {
  const { item_id, stars, text, created_at } = course_reviews;
  return db
    .select({ item_id, stars, text, created_at })
    .from(course_reviews)
    .where(eq(course_reviews.user_id, user_id))
    .orderBy(desc(course_reviews.id))
    .limit(EXPORTED_MAX);
}

export function findAsked(db: Queryable, user_id: number): Promise<Array<{ item_id: number; text: string; created_at: Date }>> {
  const { item_id, text, created_at } = course_questions;
  return db
    .select({ item_id, text, created_at })
    .from(course_questions)
    .where(eq(course_questions.user_id, user_id))
    .orderBy(desc(course_questions.id))
    .limit(EXPORTED_MAX);
}

// for the package of somebody's data
export const quizAnswerRows = ownRows(quiz_answers, quiz_answers.user_id, [quiz_answers.id]);
export const courseAnswerRows = ownRows(course_answers, course_answers.user_id, [course_answers.id]);
