import type { z } from 'zod';
import type { Exercise, HandIn } from '#contract/outputs/exercise.ts';
import { playerPath } from '#contract/player-path.ts';
import { ATTACHMENT_MAX_BYTES } from '#contract/publish.ts';
import { EXERCISE_MAX } from '#contract/study.ts';
import type { teachingCourseCalls } from '#contract/teaching/course-calls.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { itemsById } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { attachmentLink, attachmentsOf, dropUploads, takeAttachments } from '../publishing/index.ts';
import {
  countTeacherHandIns,
  findExercisedCourses,
  findHandIn,
  findHandIns,
  findTeacherHandIns,
  type HandInRow,
  insertHandIn,
  setJudged,
} from './exercises.repo.ts';
import { openProgress } from './learning.repo.ts';
import { type OpenLesson, openLesson } from './lesson-right.ts';
import { findLesson, findLessons } from './repo.ts';
import { finishLesson } from './start-lesson.ts';

async function handInsOf(ctx: Ctx, rows: readonly HandInRow[]): Promise<HandIn[]> {
  const ids = rows.flatMap(({ file_ids }) => file_ids);
  const files = new Map((await attachmentsOf(ctx, ids)).map(({ id, name, size_bytes }) => [id, { id, name, size_bytes }]));
  return rows.map(({ id, state, text, word, mark, created_at, file_ids }) => ({
    ...{ id, state, text, word, mark, at: unixSeconds(created_at), files: file_ids.flatMap((file) => files.get(file) ?? []) },
  }));
}

async function openExercise(ctx: Ctx, lesson_id: number): Promise<OpenLesson> {
  // asked first: opening may use up a right
  if ((await findLesson(ctx.db, lesson_id))?.type !== 'exercise') throw notFound('作业不存在或已下架');
  return openLesson(ctx, lesson_id);
}

/** Why this user hands nothing in; empty: they may. */
function closedTo(user_id: number, { course, whole }: OpenLesson, rows: readonly HandInRow[]): string {
  if (course.publisher_id === user_id) return '这是您自己的课程，学员在这里交作业';
  if (!whole) return '购买课程后可以交作业';
  if (rows.some(({ state }) => state === 'passed')) return '这份作业已经通过';
  const judged = rows.filter(({ state }) => state !== 'waiting').length;
  return judged >= EXERCISE_MAX.hand_ins ? `一份作业最多交 ${EXERCISE_MAX.hand_ins} 次` : '';
}

/** An exercise for somebody who may open the lesson, with what they handed in. @throws AppError as `openLesson` */
export async function exerciseFor(ctx: Ctx, lesson_id: number): Promise<Exercise> {
  const user_id = requireUser(ctx);
  const open = await openExercise(ctx, lesson_id);
  const rows = await findHandIns(ctx.db, user_id, lesson_id);
  const [file] = await attachmentsOf(ctx, open.lesson.file_id === null ? [] : [open.lesson.file_id]);
  const said = { task: open.lesson.task, file: file?.name ?? '', closed: closedTo(user_id, open, rows) };
  return { ...said, hand_ins: await handInsOf(ctx, rows) };
}

/**
 * Hands an exercise in; what of it waits gives way with the files that only it had, the same again is the same. Its teacher is notified once for what waits. Locks the
 * learner's progress of the lesson. @throws AppError as `openLesson`; code 1; 403; 409
 */
export async function handIn(ctx: Ctx, input: { id: number; text: string; file_ids: readonly number[] }): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const text = plainText(input.text);
  const file_ids = [...new Set(input.file_ids)];
  if (text === '' && file_ids.length === 0) throw invalid({ text: '请写下作业，或添加附件' });
  const takeFiles = async (tx: TxCtx) => {
    const files = await takeAttachments(tx, { owner_id: user_id, ids: file_ids, field: 'file_ids' });
    if (files.some(({ size_bytes }) => size_bytes > ATTACHMENT_MAX_BYTES)) throw invalid({ file_ids: '每个附件最大 50 MB' });
  };
  if (file_ids.length > 0) await inTransaction(ctx, takeFiles);
  const open = await openExercise(ctx, input.id);
  const { lesson, course } = open;
  const { item_id, id: lesson_id } = lesson;
  const now = ctx.app.clock.now();
  return inTransaction(ctx, async (tx) => {
    await openProgress(tx.db, { user_id, lesson_id, item_id, now });
    const rows = await findHandIns(tx.db, user_id, lesson_id);
    const waiting = rows.find(({ state }) => state === 'waiting');
    if (waiting?.text === text && waiting.file_ids.join() === file_ids.join()) return { id: waiting.id };
    const closed = closedTo(user_id, open, rows);
    if (closed) throw open.whole ? conflict(closed) : forbidden(closed);
    await takeFiles(tx);
    const row = { lesson_id, item_id, user_id, teacher_id: course.publisher_id, text, file_ids, created_at: now };
    const id = await insertHandIn(tx.db, row);
    await dropUploads(tx, user_id, waiting?.file_ids.filter((file) => !file_ids.includes(file)) ?? []);
    const href = '/personalCenter/myCourse?tab=hand_ins';
    const told = { key: `hand-in:${id}`, title: '学员交了作业', content: `《${course.title}》${lesson.title}`, href, item_id };
    if (!waiting) await sendNotices(tx, [course.publisher_id], { topic: 'study', ...told });
    return { id };
  });
}

/** The teacher's word on what was handed in to them, once; passed, the lesson is done. The learner is notified. @throws AppError 404; 409 when it does not wait */
export async function judgeHandIn(
  ctx: Ctx,
  { id, pass, word, mark }: z.output<typeof teachingCourseCalls.judge.input>,
): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const row = await findHandIn(ctx.db, id);
  const lesson = row && (await findLesson(ctx.db, row.lesson_id));
  if (!lesson || row.teacher_id !== user_id) throw notFound('作业不存在，或学员交了新的一份，请刷新后再看');
  const { item_id, id: lesson_id } = lesson;
  const now = ctx.app.clock.now();
  return inTransaction(ctx, async (tx) => {
    await openProgress(tx.db, { user_id: row.user_id, lesson_id, item_id, now, by: 'teacher' });
    const judged = { state: pass ? ('passed' as const) : ('again' as const), word: plainText(word), mark, judged_at: now };
    if (!(await setJudged(tx.db, id, judged))) throw conflict('这份作业已评过，或学员交了新的一份，请刷新后再看');
    if (pass) await finishLesson(tx, row.user_id, lesson, 'teacher');
    const told = {
      key: `judged:${id}`,
      title: pass ? '作业已通过' : '作业需要再改一改',
      content: `${lesson.title}：${judged.word.slice(0, 60)}`,
    };
    await sendNotices(tx, [row.user_id], { topic: 'study', ...told, href: playerPath(item_id, lesson_id), item_id });
    return { id };
  });
}

/** A link to a file that was handed in, for its learner and teacher. @throws AppError 404 */
export async function handInFile(ctx: Ctx, { id, file_id }: { id: number; file_id: number }): Promise<{ url: string }> {
  const user_id = requireUser(ctx);
  const row = await findHandIn(ctx.db, id);
  const sees = row?.user_id === user_id || row?.teacher_id === user_id;
  if (!sees || !row?.file_ids.includes(file_id)) throw notFound('附件不存在');
  return { url: attachmentLink(ctx, file_id) };
}

/** What was handed in to the caller. */
export async function teacherHandIns(
  ctx: Ctx,
  { page, limit, ...which }: { state: 'all' | HandIn['state']; course: number; page: number; limit: number },
) {
  const of = { teacher_id: requireUser(ctx), ...which };
  const rows = await findTeacherHandIns(ctx.db, of, (page - 1) * limit, limit);
  const courses = await findExercisedCourses(ctx.db, of.teacher_id);
  const ids = <K extends 'item_id' | 'lesson_id' | 'user_id'>(key: K) => rows.map((row) => row[key]);
  const items = await itemsById(ctx, [...new Set([...courses, ...ids('item_id')])]);
  const [lessons, users] = [await findLessons(ctx.db, ids('lesson_id')), await publicUsers(ctx, ids('user_id'))];
  const title = (id: number) => items.get(id)?.title ?? '';
  const list = (await handInsOf(ctx, rows)).map((one, at) => {
    const { lesson_id, item_id, user_id } = rows[at] as HandInRow;
    const of_course = { lesson_id, lesson: lessons.get(lesson_id)?.title ?? '', course_id: item_id, course: title(item_id) };
    return { ...one, ...of_course, nickname: users.get(user_id).nickname };
  });
  return { list, total: await countTeacherHandIns(ctx.db, of), page, limit, courses: courses.map((id) => ({ id, title: title(id) })) };
}
