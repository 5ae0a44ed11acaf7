import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, type OwnCourse } from '#contract/teaching.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { letGo } from './edit-lesson.ts';
import { deleteChapter, findChapters, findLessons, insertChapter, placeLessons, updateChapter, updateLesson } from './outline.repo.ts';
import { changeCourse, courseOfChapter, placesOf } from './own-course.ts';

const titleOf = (text: string): string => {
  const title = [...plainText(text).replaceAll('\n', ' ')].slice(0, CHAPTER_TITLE_MAX).join('');
  if (title === '') throw invalid({ title: '请输入章节名称' });
  return title;
};

/** Adds a chapter at the end of an own course; the first one takes the lessons that are there. @throws AppError code 1, 403, 404; 409 when there are too many */
export function addChapter(ctx: Ctx, { id, title }: { id: number; title: string }): Promise<OwnCourse> {
  const plain = titleOf(title);
  return changeCourse(ctx, id, async (tx) => {
    const chapters = await findChapters(tx.db, id);
    if (chapters.length >= CHAPTERS_MAX) throw conflict(`章节最多 ${CHAPTERS_MAX} 个`);
    const chapter = await insertChapter(tx.db, { item_id: id, title: plain, position: (chapters.at(-1)?.position ?? 0) + 1 });
    if (chapters.length > 0) return;
    const bare = (await findLessons(tx.db, id)).map((lesson) => lesson.id);
    await placeLessons(tx.db, chapter, bare, tx.app.clock.now());
  });
}

/** @throws as `addChapter` */
export async function renameChapter(ctx: Ctx, { chapter, title }: { chapter: number; title: string }): Promise<OwnCourse> {
  const plain = titleOf(title);
  return changeCourse(ctx, await courseOfChapter(ctx, chapter), (tx) => updateChapter(tx.db, chapter, { title: plain }));
}

/**
 * Removes a chapter with its lessons; one with a lesson that somebody bought or learnt stays.
 * @throws AppError 403, 404, 409
 */
export async function removeChapter(ctx: Ctx, chapter: number): Promise<OwnCourse> {
  return changeCourse(ctx, await courseOfChapter(ctx, chapter), async (tx, item) => {
    const now = tx.app.clock.now();
    const places = placesOf(await findChapters(tx.db, item.id), await findLessons(tx.db, item.id));
    for (const lesson of places.find(({ id }) => id === chapter)?.lessons ?? []) {
      await letGo(tx, lesson, 'remove');
      await updateLesson(tx.db, lesson.id, { removed_at: now, updated_at: now });
    }
    await deleteChapter(tx.db, chapter);
  });
}

export interface Outline {
  id: number;
  /** Every chapter in its new order, each with its lessons in theirs; 0 is the place of lessons without one. */
  chapters: ReadonlyArray<{ id: number; lessons: readonly number[] }>;
}

/** Puts chapters and lessons into a new order. @throws AppError 403, 404; 409 when something was added or removed meanwhile */
export function orderCourse(ctx: Ctx, { id, chapters }: Outline): Promise<OwnCourse> {
  return changeCourse(ctx, id, async (tx) => {
    const places = placesOf(await findChapters(tx.db, id), await findLessons(tx.db, id));
    const known = places.map((place) => place.id);
    const held = places.flatMap(({ lessons }) => lessons.map((lesson) => lesson.id));
    const same = (a: readonly number[], b: readonly number[]) =>
      [...a].sort((x, y) => x - y).join() === [...b].sort((x, y) => x - y).join();
    const wanted = chapters.map((chapter) => chapter.id);
    const placed = chapters.flatMap((chapter) => chapter.lessons);
    if (!same(known, wanted) || !same(held, placed)) throw conflict('课程目录已在别处改动，已为您刷新，请再移动一次');
    for (const [at, chapter] of chapters.entries()) {
      if (chapter.id > 0) await updateChapter(tx.db, chapter.id, { position: at + 1 });
      await placeLessons(tx.db, chapter.id || null, chapter.lessons, tx.app.clock.now());
    }
  });
}
