import { KINDS } from '#contract/kinds.ts';
import type { LessonFigures } from '#contract/outputs/teaching.ts';
import type { ItemStatus } from '#contract/publish.ts';
import { EMPTY_QUIZ, readQuiz } from '#contract/quiz.ts';
import type { CourseFigures, LessonQuiz, OwnCourse, OwnLesson, TeacherQuestions } from '#contract/teaching.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, type FieldErrors, notFound } from '../../../kernel/errors.ts';
import { getItem, type Item, itemsById, lockItem } from '../../catalog/index.ts';
import { publicUsers } from '../../identity/index.ts';
import { attachmentsOf, type PublishGate } from '../../publishing/index.ts';
import { announceCourse } from '../course-events.ts';
import { countCourse } from '../course-outline.ts';
import { linesOf } from '../narrow-films.ts';
import { findCounts } from '../repo.ts';
import { moment } from '../rules.ts';
import {
  type ChapterRow,
  countLearners,
  countQuestions,
  countReady,
  countWaiting,
  findChapter,
  findChapters,
  findLesson,
  findLessons,
  findQuiz,
  hasLearners,
  type LessonRow,
  sumLessons,
} from './outline.repo.ts';
import { countTeacherQuestions, findAnswersTo, findTeacherQuestions } from './teachers.repo.ts';
import { requireTeacher } from './teachers.ts';

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

/** What learners asked the signed-in teacher: those that wait for an answer, the longest first, or all, newest first. */
export async function teacherQuestions(
  ctx: Ctx,
  { waiting, page, limit }: { waiting: boolean; page: number; limit: number },
): Promise<TeacherQuestions> {
  const teacher_id = requireUser(ctx);
  const rows = await findTeacherQuestions(ctx.db, { teacher_id, waiting, offset: (page - 1) * limit, limit });
  const answers = await findAnswersTo(
    ctx.db,
    rows.map(({ question }) => question.id),
  );
  const items = await itemsById(ctx, [...new Set(rows.map(({ question }) => question.item_id))]);
  const users = await publicUsers(ctx, [
    ...new Set([...rows.map(({ question }) => question.user_id), ...answers.map((one) => one.user_id)]),
  ]);
  const nickname = (id: number) => users.get(id).nickname;
  return {
    list: rows.map(({ question, lesson }) => ({
      ...{ id: question.id, item_id: question.item_id, text: question.text, nickname: nickname(question.user_id) },
      ...{ lesson_id: lesson?.id ?? 0, lesson: lesson?.title ?? '' },
      // a lesson that was removed is not played any more
      ...(lesson?.removed_at === null ? moment(question, lesson) : {}),
      course: items.get(question.item_id)?.title ?? '',
      created_at: unixSeconds(question.created_at),
      answers: answers
        .filter((one) => one.question_id === question.id)
        .map((one) => ({ id: one.id, text: one.text, nickname: nickname(one.user_id), created_at: unixSeconds(one.created_at) })),
    })),
    total: await countTeacherQuestions(ctx.db, teacher_id, waiting),
    page,
    limit,
  };
}

/** The outline of an own course. @throws AppError 404 when it is not the caller's */
export async function ownCourse(ctx: Ctx, id: number): Promise<OwnCourse> {
  return courseOf(ctx, await ownCourseItem(ctx, id));
}

export const ownCourseItem = async (ctx: Ctx, id: number): Promise<Item> => ownedOf(await getItem(ctx, id), requireUser(ctx));

/** The quiz of an own lesson; an empty one before the first save. @throws AppError 404 */
export async function ownQuiz(ctx: Ctx, lesson_id: number): Promise<LessonQuiz> {
  const user_id = requireUser(ctx);
  const lesson = await findLesson(ctx.db, lesson_id);
  if (lesson?.type !== 'quiz' || lesson.removed_at !== null) throw notFound('测验不存在');
  ownedOf(await getItem(ctx, lesson.item_id), user_id);
  return { lesson_id, title: lesson.title, quiz: readQuiz(await findQuiz(ctx.db, lesson_id)) ?? EMPTY_QUIZ };
}

function ownedOf(item: Item | null, user_id: number): Item {
  if (item?.publisher_id !== user_id || item.kind !== KINDS.course.code) throw notFound('课程不存在');
  return item;
}

/**
 * Changes the outline of an own course under its item's lock, recounts it and announces the change. Teachers alone change courses.
 * @throws AppError 403 without the role, 404 when it is not the caller's, 409 when nothing would be left of a course on the site
 */
export async function changeCourse(ctx: Ctx, id: number, change: (tx: TxCtx, item: Item) => Promise<void>): Promise<OwnCourse> {
  const user_id = await requireTeacher(ctx);
  return inTransaction(ctx, async (tx) => {
    const item = ownedOf(await lockItem(tx, id), user_id);
    await change(tx, item);
    if (item.status === 'published' && !(await countReady(tx.db, [id])).has(id)) {
      throw conflict('课程在架上时至少要有一个学员能看到的课时；不想再卖可以先下架课程');
    }
    await countCourse(tx, id);
    if (item.status === 'published') await announceCourse(tx, id);
    return courseOf(tx, item);
  });
}

/** The same for the course of a chapter. @throws AppError 404 */
export async function courseOfChapter(ctx: Ctx, chapter_id: number): Promise<number> {
  const chapter = await findChapter(ctx.db, chapter_id);
  if (!chapter) throw notFound('章节不存在，请刷新页面');
  return chapter.item_id;
}

/** The same for the course of a lesson. @throws AppError 404 */
export async function courseOfLesson(ctx: Ctx, lesson_id: number): Promise<number> {
  const lesson = await findLesson(ctx.db, lesson_id);
  if (!lesson || lesson.removed_at !== null) throw notFound('课时不存在，请刷新页面');
  return lesson.item_id;
}

async function courseOf(ctx: Ctx, item: Item): Promise<OwnCourse> {
  const chapters = await findChapters(ctx.db, item.id);
  const rows = await findLessons(ctx.db, item.id);
  const files = new Map(
    (
      await attachmentsOf(
        ctx,
        rows.flatMap(({ file_id }) => file_id ?? []),
      )
    ).map((file) => [file.id, file]),
  );
  const questions = await countQuestions(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const own = (row: LessonRow): OwnLesson => ({
    ...{ id: row.id, title: row.title, type: row.type, state: row.state, refusal: row.refusal, free: row.free, shown: row.shown },
    ...{ duration_s: row.duration_s, chapters_vtt: row.chapters_vtt, captions_vtt: row.captions_vtt },
    file: files.get(row.file_id ?? 0) ?? null,
    ...{ question_num: questions.get(row.id) ?? 0, task: row.task, lines: linesOf(row), narrow_note: row.narrow_note },
  });
  return {
    ...{ id: item.id, title: item.title, status: item.status as ItemStatus, was_published: item.published_at !== null },
    has_learners: await hasLearners(ctx.db, { item_id: item.id }),
    ready_num: rows.filter((row) => row.state === 'ready' && row.shown).length,
    chapters: placesOf(chapters, rows).map(({ id, title, lessons }) => ({ id, title, lessons: lessons.map(own) })),
  };
}

/** Where a teacher sees each lesson: one without a chapter before those of the first one, or in a place of its own (0) where there is none. */
export function placesOf(
  chapters: readonly ChapterRow[],
  rows: readonly LessonRow[],
): Array<{ id: number; title: string; lessons: LessonRow[] }> {
  const bare = rows.filter(({ chapter_id }) => chapter_id === null);
  if (chapters.length === 0) return bare.length === 0 ? [] : [{ id: 0, title: '', lessons: bare }];
  return chapters.map(({ id, title }, at) => {
    const lessons = rows.filter(({ chapter_id }) => chapter_id === id);
    return { id, title, lessons: at === 0 ? [...bare, ...lessons] : lessons };
  });
}

/** Courses are made by teachers, and one without a lesson is none. */
export const courseGate: PublishGate = {
  kind: KINDS.course.key,
  async may(ctx) {
    await requireTeacher(ctx);
  },
  async check(ctx, _form, item_id) {
    const ready = (await countReady(ctx.db, [item_id])).get(item_id) ?? 0;
    const errors: FieldErrors = ready > 0 ? {} : { lessons: '请至少添加一个已就绪的课时，再提交课程' };
    return errors;
  },
};
