import type { ChapterRow, CourseFace, LessonRow } from '#contract/study.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { publicUsers } from '../identity/index.ts';
import { type CourseCounts, findChapters, findCounts, findSeenLessons, findTeachers, type Lesson, upsertCounts } from './repo.ts';

export const lessonRow = ({ id, title, type, duration_s, free, trial_file_id, captions_vtt }: Lesson): LessonRow => ({
  ...{ id, title, type, duration_s },
  free: free ? 1 : 0,
  trial: trial_file_id === null || free ? 0 : 1,
  captions: captions_vtt === '' ? 0 : 1,
});

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
  const counts = await findCounts(
    ctx.db,
    items.map(({ id }) => id),
  );
  const [teachers, users] = [await findTeachers(ctx.db, owners), await publicUsers(ctx, owners)];
  return Object.fromEntries(
    items.map(({ id, publisher_id }) => [id, faceOf(counts.get(id), teachers.get(publisher_id)?.name ?? users.get(publisher_id).nickname)]),
  );
}

function faceOf(counts: CourseCounts | undefined, teacher: string): CourseFace {
  const { lesson_num = 0, free_num = 0, duration_s = 0, learner_num = 0, review_num = 0, star_sum = 0 } = counts ?? {};
  const stars = review_num > 0 ? Math.round((star_sum / review_num) * 10) / 10 : 0;
  return { lesson_num, free_num, duration_s, learner_num, review_num, stars, teacher };
}

/** Counts again what cards say of a course: after every change of its lessons, reviews or learners. Locks its row of counts. */
export async function countCourse(tx: TxCtx, item_id: number): Promise<void> {
  await upsertCounts(tx.db, item_id);
}
