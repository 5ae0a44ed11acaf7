import type { CourseFigures, LessonFigures } from '#contract/teaching.ts';
import { type Ctx, requireUser } from '../../../app/ctx.ts';
import { findCounts } from '../repo.ts';
import { countLearners, countWaiting, sumLessons } from './figures.repo.ts';
import { countReady } from './outline.repo.ts';
import { ownCourse } from './own-course.ts';

/** What learners do in an own course; sales and income are the view's. @throws AppError 404 when it is not the caller's */
export async function learningFigures(ctx: Ctx, id: number): Promise<Omit<CourseFigures, 'sales' | 'income'>> {
  const user_id = requireUser(ctx);
  const course = await ownCourse(ctx, id);
  const sums = new Map((await sumLessons(ctx.db, id)).map((sum) => [sum.lesson_id, sum]));
  const { learners, finished } = await countLearners(ctx.db, id);
  const waiting = (await countWaiting(ctx.db, user_id)).get(id) ?? 0;
  const lessons = course.chapters
    .flatMap((chapter) => chapter.lessons)
    .map(({ id: lesson_id, title, type }): LessonFigures => {
      const sum = sums.get(lesson_id);
      return {
        ...{
          id: lesson_id,
          title,
          type,
          learners: sum?.learners ?? 0,
          done: sum?.done ?? 0,
          minutes: Math.round((sum?.seconds ?? 0) / 60),
        },
        ...{ tenths: type === 'video' ? (sum?.tenths ?? []) : [], takers: sum?.takers ?? 0, passed: sum?.passed ?? 0 },
      };
    });
  const seconds = [...sums.values()].reduce((all, sum) => all + sum.seconds, 0);
  return { id, title: course.title, learners, finished, minutes: Math.round(seconds / 60), waiting, lessons };
}

/** Lessons, learners and open questions of own courses, by id; what has none is 0. */
export async function ownCourseCounts(
  ctx: Ctx,
  ids: readonly number[],
): Promise<(id: number) => { lesson_num: number; learner_num: number; waiting_num: number }> {
  const user_id = requireUser(ctx);
  const [ready, counts, waiting] = [await countReady(ctx.db, ids), await findCounts(ctx.db, ids), await countWaiting(ctx.db, user_id)];
  return (id) => ({
    lesson_num: ready.get(id) ?? 0,
    learner_num: Number(counts.get(id)?.learner_num ?? 0),
    waiting_num: waiting.get(id) ?? 0,
  });
}
