import type { Quiz } from '#contract/quiz.ts';
import type { LessonType } from '#contract/study.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { announceCourse } from './course-events.ts';
import { countCourse } from './course-outline.ts';
import { insertChapter, insertLesson, insertQuiz } from './repo.ts';

export interface NewLesson {
  title: string;
  type: LessonType;
  /** A film, PDF or file that is stored already; absent for a quiz. */
  file_id?: number;
  duration_s?: number;
  free?: boolean;
  chapters_vtt?: string;
  captions_vtt?: string;
  quiz?: Quiz;
}

/**
 * Adds chapters with their lessons to a course, ready for learners; for what is made whole at once (import, demo). Rights and files are the
 * caller's. @returns the ids of the lessons in order
 */
export async function writeOutline(
  tx: TxCtx,
  item_id: number,
  chapters: ReadonlyArray<{ title: string; lessons: readonly NewLesson[] }>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const [at, { title, lessons }] of chapters.entries()) {
    const chapter_id = title === '' ? null : await insertChapter(tx.db, { item_id, title, position: at });
    for (const { quiz, ...lesson } of lessons) {
      const row = { ...lesson, item_id, chapter_id, position: ids.length, state: 'ready' as const, created_at: tx.app.clock.now() };
      const id = await insertLesson(tx.db, row);
      if (quiz) await insertQuiz(tx.db, id, quiz);
      ids.push(id);
    }
  }
  await countCourse(tx, item_id);
  await announceCourse(tx, item_id);
  return ids;
}
