import { KINDS } from '#contract/kinds.ts';
import type { LessonProgress } from '#contract/outputs/study.ts';
import type { Learner, LessonNote, MyCertificate, MyCourse } from '#contract/study.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { grantsOf } from '../access/index.ts';
import { getSaleItem, itemsAmong, itemsById, publicPicture } from '../catalog/index.ts';
import { dropUploads } from '../publishing/index.ts';
import {
  countNotes,
  deleteNote,
  findBegun,
  findCertificate,
  findCertificates,
  findCertified,
  findNotes,
  findProgress,
  findProgressOf,
  hasWatched,
  insertNote,
  type Note,
  type Progress,
  setTicked,
  updateNote,
} from './learning.repo.ts';
import { opensCourse } from './lesson-right.ts';
import { findLesson, findLessons, findSeenLessons, type Lesson } from './repo.ts';
import { goOn, isFormer, percentOf, resumeAt } from './rules.ts';
import { deleteLearning, findAsked } from './staff.repo.ts';

const NOTES_MAX = 500;
const PAGE = 50;

/** Keeps a note at a time of a lesson that the user opened. @throws AppError 404 for another lesson, code 1 when there are too many */
export async function addNote(
  ctx: Ctx,
  { lesson_id, at_s, text }: { lesson_id: number; at_s: number; text: string },
): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const progress = await findProgress(ctx.db, user_id, lesson_id);
  const lesson = await findLesson(ctx.db, lesson_id);
  if (!progress || !lesson) throw notFound('请先打开这一课');
  if ((await countNotes(ctx.db, user_id, lesson_id)) >= NOTES_MAX) throw new AppError(`一课最多记 ${NOTES_MAX} 条笔记`);
  const now = ctx.app.clock.now();
  const row = {
    user_id,
    lesson_id,
    item_id: progress.item_id,
    at_s: Math.min(at_s, lesson.duration_s),
    text,
    created_at: now,
    updated_at: now,
  };
  return { id: await insertNote(ctx.db, row) };
}

/** The signed-in user says that a film lesson is done, or takes that back. What certificates ask for stays. @throws AppError 404 */
export async function tickLesson(ctx: Ctx, lesson_id: number, ticked: boolean): Promise<void> {
  const user_id = requireUser(ctx);
  if ((await findLesson(ctx.db, lesson_id))?.type !== 'video') throw notFound('课时不存在或已下架');
  const started = await setTicked(ctx.db, user_id, lesson_id, ticked ? ctx.app.clock.now() : null);
  if (!started) throw notFound('请先打开这一课');
}

/** @throws AppError 404 for what is not theirs */
export async function changeNote(ctx: Ctx, id: number, text: string): Promise<void> {
  if (!(await updateNote(ctx.db, requireUser(ctx), id, text, ctx.app.clock.now()))) throw notFound('笔记不存在');
}

/** @throws AppError 404 for what is not theirs */
export async function dropNote(ctx: Ctx, id: number): Promise<void> {
  if (!(await deleteNote(ctx.db, requireUser(ctx), id))) throw notFound('笔记不存在');
}

/** Own notes: of a lesson by their time in it, or all of them, the newest first, 50 from before that id on. */
export async function ownNotes(ctx: Ctx, of: { lesson_id?: number; before?: number }): Promise<LessonNote[]> {
  const rows = await findNotes(ctx.db, requireUser(ctx), of, of.lesson_id === undefined ? PAGE : NOTES_MAX);
  return noteRows(ctx, rows);
}

export async function noteRows(ctx: Ctx, rows: readonly Note[]): Promise<LessonNote[]> {
  const lessons = await findLessons(
    ctx.db,
    rows.map(({ lesson_id }) => lesson_id),
  );
  const courses = await itemsById(
    ctx,
    rows.map(({ item_id }) => item_id),
  );
  return rows.map(({ id, lesson_id, item_id, at_s, text, created_at }) => ({
    ...{ id, lesson_id, at_s, text, course_id: item_id },
    lesson: lessons.get(lesson_id)?.title ?? '',
    course: courses.get(item_id)?.title ?? '',
    at: unixSeconds(created_at),
    former: isFormer(created_at, lessons.get(lesson_id)),
  }));
}

const COURSES_MAX = 100;
/** Rights of all kinds that are looked through for courses, the newest. */
const GRANTS_MAX = 5_000;

/** What the signed-in user has of a course: their right, their progress, their certificate. @throws AppError 404 */
export async function learnerOf(ctx: Ctx, item_id: number): Promise<Learner> {
  const user_id = requireUser(ctx);
  const course = await getSaleItem(ctx, item_id);
  if (!course) throw notFound('课程不存在或已下架');
  const lessons = await findSeenLessons(ctx.db, [item_id]);
  const progress = await findProgressOf(ctx.db, user_id, [item_id]);
  const by_lesson = new Map(progress.map((row) => [row.lesson_id, row]));
  return {
    opened: (await opensCourse(ctx, course, user_id)) ? 1 : 0,
    lessons: lessons.flatMap((lesson) => {
      const row = by_lesson.get(lesson.id);
      return row ? [lessonProgress(lesson, row)] : [];
    }),
    done_num: lessons.filter(({ id }) => by_lesson.get(id)?.done_at).length,
    ticked_num: lessons.filter(({ id }) => isTicked(by_lesson.get(id))).length,
    lesson_num: lessons.length,
    last_lesson: goOn(lessons, progress)?.lesson.id ?? 0,
    certificate: (await findCertificate(ctx.db, user_id, { item_id }))?.no ?? '',
  };
}

/** Whether the user may have the course and watched something of it. */
export async function hasLearned(ctx: Ctx, user_id: number, item_id: number): Promise<boolean> {
  const course = await getSaleItem(ctx, item_id);
  return course !== null && (await hasWatched(ctx.db, user_id, item_id)) && (await opensCourse(ctx, course, user_id));
}

function lessonProgress(lesson: Lesson, { seconds, position_s, done_at, ticked_at }: Progress): LessonProgress {
  const done = done_at !== null;
  const percent = percentOf(seconds, lesson.duration_s, done);
  return {
    ...{ lesson_id: lesson.id, seconds, percent, position_s: resumeAt(position_s, lesson.duration_s, done) },
    done: done ? 1 : 0,
    ticked: ticked_at ? 1 : 0,
  };
}

/** By hand alone. */
const isTicked = (row: Progress | undefined): boolean => row?.ticked_at != null && row.done_at === null;

/** Courses that the user began or was given a right to, the one learnt or got last first, with where to go on. */
export async function ownCourses(ctx: Ctx): Promise<MyCourse[]> {
  const user_id = requireUser(ctx);
  const begun = await findBegun(ctx.db, user_id, COURSES_MAX);
  const got = await coursesGot(ctx, user_id);
  const ids = [...new Set([...begun, ...got.keys()])];
  const items = await itemsById(ctx, ids);
  const lessons = await findSeenLessons(ctx.db, ids);
  const progress = await findProgressOf(ctx.db, user_id, ids);
  const certified = await findCertified(ctx.db, user_id, ids);
  const kept = new Set<number>();
  for (const item of items.values()) if (item.status !== 'published' && (await opensCourse(ctx, item, user_id))) kept.add(item.id);
  const courses = ids.flatMap((id) => {
    const item = items.get(id);
    if (!item) return [];
    const shown = item.status === 'published';
    const own = lessons.filter(({ item_id }) => item_id === id);
    const rows = progress.filter(({ item_id }) => item_id === id);
    const done = new Set(rows.flatMap(({ lesson_id, done_at }) => (done_at ? [lesson_id] : [])));
    const next = goOn(own, rows);
    return [
      {
        id,
        title: item.title,
        cover: item.cover_key === '' ? '' : publicPicture(item.cover_key, item.cover_width, item.cover_height).src,
        shown: shown ? (1 as const) : (0 as const),
        open: shown || kept.has(id) ? (1 as const) : (0 as const),
        done_num: own.filter((lesson) => done.has(lesson.id)).length,
        ticked_num: rows.filter((row) => isTicked(row) && own.some(({ id }) => id === row.lesson_id)).length,
        lesson_num: own.length,
        last_lesson: next?.lesson.id ?? 0,
        last_title: next?.lesson.title ?? '',
        position_s: next?.position_s ?? 0,
        certified: certified.has(id) ? (1 as const) : (0 as const),
        begun: rows.length > 0 ? (1 as const) : (0 as const),
        at: unixSeconds(rows[0]?.updated_at ?? got.get(id) ?? item.updated_at),
      },
    ];
  });
  return courses.toSorted((a, b) => b.at - a.at).slice(0, COURSES_MAX);
}

/** Courses that the user may learn by a right of their own, with when they got it: bought, redeemed or given. */
async function coursesGot(ctx: Ctx, user_id: number): Promise<Map<number, Date>> {
  const grants = await grantsOf(ctx, user_id, GRANTS_MAX);
  const among = await itemsAmong(
    ctx,
    grants.map(({ item_id }) => item_id),
    '',
  );
  const courses = new Set(among.flatMap(({ id, kind }) => (kind === KINDS.course.key ? [id] : [])));
  const got = grants.filter(({ item_id }) => courses.has(item_id)).slice(0, COURSES_MAX);
  return new Map(got.map(({ item_id, created_at }) => [item_id, created_at]));
}

/** Own certificates, the newest first. */
export async function ownCertificates(ctx: Ctx): Promise<MyCertificate[]> {
  const rows = await findCertificates(ctx.db, requireUser(ctx), COURSES_MAX);
  return rows.map(({ id, no, title, teacher, series_id, issued_at }) => ({
    ...{ id, no, title, teacher, at: unixSeconds(issued_at) },
    path: series_id === null ? (0 as const) : (1 as const),
  }));
}

/** Forgets what somebody learnt, noted, handed in and played. Questions and answers stay without a name. Idempotent. */
export async function forgetLearning(tx: TxCtx, user_id: number): Promise<void> {
  await dropUploads(tx, user_id, await deleteLearning(tx.db, user_id));
}

/** The user's courses, notes, certificates and questions, for the package of their data. */
export async function* exportedLearning(ctx: Ctx): AsyncGenerator<object> {
  const user_id = requireUser(ctx);
  for (const course of await ownCourses(ctx)) yield { what: '学习进度', ...course };
  for (let before: number | undefined; ; ) {
    const notes = await ownNotes(ctx, before === undefined ? {} : { before });
    for (const note of notes) yield { what: '笔记', ...note };
    before = notes.at(-1)?.id;
    if (before === undefined) break;
  }
  for (const certificate of await ownCertificates(ctx)) yield { what: '证书', ...certificate };
  for (const question of await findAsked(ctx.db, user_id)) yield { what: '提问', ...question };
}
