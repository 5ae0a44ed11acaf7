import type { LessonNote } from '#contract/study.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { itemsById } from '../catalog/index.ts';
import { countNotes, deleteNote, findNotes, findProgress, insertNote, type Note, updateNote } from './learning.repo.ts';
import { findLessons } from './repo.ts';

const NOTES_MAX = 500;
const PAGE = 50;

/** Keeps a note at a time of a lesson that the user opened. @throws AppError 404 for another lesson, code 1 when there are too many */
export async function addNote(
  ctx: Ctx,
  { lesson_id, at_s, text }: { lesson_id: number; at_s: number; text: string },
): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const progress = await findProgress(ctx.db, user_id, lesson_id);
  if (!progress) throw notFound('请先打开这一课');
  if ((await countNotes(ctx.db, user_id, lesson_id)) >= NOTES_MAX) throw new AppError(`一课最多记 ${NOTES_MAX} 条笔记`);
  const now = ctx.app.clock.now();
  const row = { user_id, lesson_id, item_id: progress.item_id, at_s, text, created_at: now, updated_at: now };
  return { id: await insertNote(ctx.db, row) };
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
  }));
}
