import type { ChapterRow } from '#contract/outputs/study.ts';
import type { Quiz } from '#contract/quiz.ts';
import type { CourseFace, LessonRow, LessonType } from '#contract/study.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { itemRatings } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { announceCourse } from './course-events.ts';
import { linesOf } from './narrow-films.ts';
import {
  findChapters,
  findCounts,
  findSeenLessons,
  findTeachers,
  insertChapter,
  insertLesson,
  insertQuiz,
  type Lesson,
  upsertCounts,
} from './repo.ts';

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
  /** Of an exercise. */
  task?: string;
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

export function lessonRow(lesson: Lesson): LessonRow {
  const { id, title, type, duration_s, free, trial_file_id, captions_vtt } = lesson;
  // of what everybody may play, and only there: rows stand in pages
  const lines = free ? linesOf(lesson) : [];
  return {
    ...{ id, title, type, duration_s, free: free ? 1 : 0 },
    trial: trial_file_id === null || free ? 0 : 1,
    captions: captions_vtt === '' ? 0 : 1,
    ...(lines.length > 0 ? { lines } : {}),
  };
}

/** Chapters of a course with the lessons that learners see, in order; chapters without any are left out. */
export async function courseOutline(ctx: Ctx, item_id: number): Promise<ChapterRow[]> {
  const [chapters, lessons] = [await findChapters(ctx.db, item_id), await findSeenLessons(ctx.db, [item_id])];
  const known = new Set(chapters.map(({ id }) => id));
  const of = (id: number | null) =>
    lessons.filter(({ chapter_id }) => (chapter_id !== null && known.has(chapter_id) ? chapter_id : null) === id).map(lessonRow);
  return [{ id: 0, title: '', lessons: of(null) }, ...chapters.map(({ id, title }) => ({ id, title, lessons: of(id) }))].filter(
    (chapter) => chapter.lessons.length > 0,
  );
}

/** What cards and pages say of these courses. `items`: with their publishers, who teach them. */
export async function courseFaces(
  ctx: Ctx,
  items: ReadonlyArray<{ id: number; publisher_id: number }>,
): Promise<Record<number, CourseFace>> {
  const owners = [...new Set(items.map(({ publisher_id }) => publisher_id))];
  const ids = items.map(({ id }) => id);
  const [counts, ratings] = [await findCounts(ctx.db, ids), await itemRatings(ctx, ids)];
  const [teachers, users] = [await findTeachers(ctx.db, owners), await publicUsers(ctx, owners)];
  return Object.fromEntries(
    items.map(({ id, publisher_id }) => {
      const { lesson_num = 0, free_num = 0, duration_s = 0, learner_num = 0 } = counts.get(id) ?? {};
      const { num: review_num = 0, mean: stars = 0 } = ratings.get(id) ?? {};
      const teacher = teachers.get(publisher_id)?.name ?? users.get(publisher_id).nickname;
      return [id, { lesson_num, free_num, duration_s, learner_num, review_num, stars, teacher }];
    }),
  );
}

/** Counts again what cards say of a course: after every change of its lessons or learners. Locks its row of counts. */
export async function countCourse(tx: TxCtx, item_id: number): Promise<void> {
  await upsertCounts(tx.db, item_id);
}
