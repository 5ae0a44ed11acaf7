import type { z } from 'zod';
import { playerPath } from '#contract/player-path.ts';
import { checkQuiz, type Quiz, readQuiz } from '#contract/quiz.ts';
import { isShown, type LessonType } from '#contract/study.ts';
import type { teachingCourseCalls } from '#contract/teaching/course-calls.ts';
import { LESSON_TITLE_MAX, LESSONS_MAX, type OwnCourse } from '#contract/teaching.ts';
import { checkVtt } from '#contract/web-vtt.ts';
import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { timesOfBuyers } from '../../access/index.ts';
import { getItem } from '../../catalog/index.ts';
import { sendNotices } from '../../notices/index.ts';
import { type Attachment, filmsOf, takeAttachments } from '../../publishing/index.ts';
import { CERTIFY_JOB } from '../certificate-pdf.ts';
import { findStale, forgetWatched } from '../learning.repo.ts';
import { NARROW_JOB } from '../narrow-films.ts';
import { TRIAL_JOB } from '../start-lesson.ts';
import type { LessonRow } from './outline.repo.ts';
import { findChapters, findLesson, findLessons, hasLearners, insertLesson, saveQuiz, updateLesson } from './outline.repo.ts';
import { changeCourse, courseOfChapter, courseOfLesson } from './own-course.ts';

const titleOf = (text: string): string => {
  const title = [...plainText(text).replaceAll('\n', ' ')].slice(0, LESSON_TITLE_MAX).join('');
  if (title === '') throw invalid({ title: '请输入课时名称' });
  return title;
};

export type NewLesson = z.output<typeof teachingCourseCalls.post_lesson.input>;

/**
 * Adds a lesson at the end of a chapter of an own course, or (0) of the course `id` that has none; of the first one that came meanwhile.
 * @throws AppError code 1, 403, 404; 409 when there are too many
 */
export async function addLesson(ctx: Ctx, { id: course = 0, chapter, type, title, file_id }: NewLesson): Promise<OwnCourse> {
  const plain = titleOf(title);
  return changeCourse(ctx, chapter === 0 ? course : await courseOfChapter(ctx, chapter), async (tx, item) => {
    const held = await findLessons(tx.db, item.id);
    if (held.length >= LESSONS_MAX) throw conflict(`课时最多 ${LESSONS_MAX} 个`);
    const chapter_id = chapter || ((await findChapters(tx.db, item.id))[0]?.id ?? null);
    const position = Math.max(0, ...held.filter((lesson) => lesson.chapter_id === chapter_id).map((lesson) => lesson.position)) + 1;
    const now = tx.app.clock.now();
    const id = await insertLesson(tx.db, {
      ...{ item_id: item.id, chapter_id, position, title: plain, type, created_at: now, updated_at: now },
    });
    if (file_id !== null) await takeFile(tx, { id, item_id: item.id, type, owner_id: item.publisher_id, file_id });
  });
}

export interface LessonChange {
  title?: string | undefined;
  free?: boolean | undefined;
  shown?: boolean | undefined;
  file_id?: number | undefined;
  /** Of an exercise, which learners see from then on. */
  task?: string | undefined;
  /** WebVTT or SRT; empty: none. */
  captions_vtt?: string | undefined;
  chapters_vtt?: string | undefined;
}

/**
 * Changes what is given of an own lesson, also of a published course: learners see it at once and keep what they reached. Another film
 * takes along what belonged to the former one: its captions and chapters, and what learners watched of it; they are notified, and who is done stays so.
 * @throws AppError code 1 with the field, 403, 404
 */
export async function changeLesson(ctx: Ctx, lesson_id: number, change: LessonChange): Promise<OwnCourse> {
  return changeCourse(ctx, await courseOfLesson(ctx, lesson_id), async (tx, item) => {
    const lesson = await lessonOf(tx, lesson_id);
    const { title, free, shown, file_id } = change;
    if (shown === false) await letGo(tx, lesson, 'hide');
    const is_film = lesson.type === 'video';
    const is_replaced = is_film && file_id !== undefined && file_id !== lesson.file_id && lesson.file_id !== null;
    const now = tx.app.clock.now();
    if (is_replaced) {
      await forgetWatched(tx.db, lesson_id);
      await tx.app.jobs.send(REPLACED_JOB, { lesson_id, file_id }, {}, tx.db);
    }
    if (file_id !== undefined) lesson.duration_s = await takeFile(tx, { ...lesson, owner_id: item.publisher_id, file_id });
    await updateLesson(tx.db, lesson_id, {
      ...(is_replaced ? { captions_vtt: '', chapters_vtt: '', film_at: now } : {}),
      ...(title === undefined ? {} : { title: titleOf(title) }),
      ...(free === undefined ? {} : { free }),
      ...(shown === undefined ? {} : { shown }),
      ...taskOf(lesson, change.task),
      ...trackOf('captions_vtt', lesson, change.captions_vtt),
      ...trackOf('chapters_vtt', lesson, change.chapters_vtt),
      updated_at: now,
    });
  });
}

/** Sent with `{ lesson_id, file_id }` when another film took the place of a lesson's. */
export const REPLACED_JOB = 'study.film-replaced';
const BATCH = 500;

/** Notifies who began a lesson that it has another film, once; of a film that was replaced itself meanwhile no one. */
export async function tellReplaced(ctx: Ctx, { lesson_id, file_id }: { lesson_id: number; file_id: number }, stopping?: AbortSignal) {
  const lesson = await findLesson(ctx.db, lesson_id);
  const course = lesson && (await getItem(ctx, lesson.item_id));
  if (!course || lesson.file_id !== file_id || lesson.removed_at !== null) return;
  // a film that comes back is another time
  const film_at = unixSeconds(lesson.film_at ?? lesson.created_at);
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const ids = await findStale(ctx.db, lesson_id, after, BATCH);
    await sendNotices(
      ctx,
      ids.filter((id) => id !== course.publisher_id),
      {
        ...{ topic: 'study', key: `film:${lesson_id}:${file_id}:${film_at}`, item_id: course.id },
        title: `《${course.title}》更换了一课的视频`,
        content: `“${lesson.title}”换了新视频，从头开始学；已学完的仍算学完，之前的笔记都在。`,
        href: playerPath(course.id, lesson_id),
      },
    );
    if (ids.length < BATCH) return;
    after = ids.at(-1) ?? after;
  }
}

/**
 * Lets a lesson go out of its learners' sight: what somebody bought with the course, or learnt of what is removed, stays. Who did
 * everything else has then learnt the course. @throws AppError 409
 */
export async function letGo(tx: TxCtx, lesson: LessonRow, how: 'hide' | 'remove'): Promise<void> {
  const word = how === 'hide' ? '隐藏' : '删除';
  const of = `“${lesson.title}”`;
  if (how === 'remove' && (await hasLearners(tx.db, { lesson_id: lesson.id }))) {
    throw conflict(`已有学员学习${of}，不能删除；可以更换内容、改名，或移到别的章节`);
  }
  if (!isShown(lesson)) return;
  const until = new Date(tx.app.clock.now().getTime() + 1);
  if ((await timesOfBuyers(tx, [{ item_id: lesson.item_id, from: lesson.created_at, until }])).length > 0) {
    throw conflict(`有人购买的课程里有${of}，不能${word}；可以更换内容、改名，或移到别的章节`);
  }
  await tx.app.jobs.send(CERTIFY_JOB, { item_id: lesson.item_id }, { singleton_key: `${CERTIFY_JOB}:${lesson.item_id}` }, tx.db);
}

function taskOf({ type }: LessonRow, text: string | undefined): Partial<LessonRow> {
  if (text === undefined) return {};
  const task = plainText(text);
  if (type !== 'exercise' || task === '') throw invalid({ task: type === 'exercise' ? '请写下作业要求' : '只有作业有作业要求' });
  return { task, state: 'ready' };
}

function trackOf(field: 'captions_vtt' | 'chapters_vtt', { type, duration_s }: LessonRow, text: string | undefined): Partial<LessonRow> {
  if (text === undefined) return {};
  if (text.trim() === '') return { [field]: '' };
  if (type !== 'video') throw invalid({ [field]: '只有视频课时可以添加字幕和章节' });
  const checked = checkVtt(text, duration_s * 1000);
  if (checked.error !== null) throw invalid({ [field]: checked.error });
  return { [field]: checked.vtt };
}

/** Takes a lesson out of an own course. One that somebody bought or learnt stays: what was bought does not shrink. @throws AppError 403, 404, 409 */
export async function removeLesson(ctx: Ctx, lesson_id: number): Promise<OwnCourse> {
  return changeCourse(ctx, await courseOfLesson(ctx, lesson_id), async (tx) => {
    await letGo(tx, await lessonOf(tx, lesson_id), 'remove');
    const now = tx.app.clock.now();
    await updateLesson(tx.db, lesson_id, { removed_at: now, updated_at: now });
  });
}

/** Writes the quiz of an own lesson; one that cannot be taken yet is saved as a draft. @throws AppError code 1, 403, 404 */
export async function writeQuiz(ctx: Ctx, lesson_id: number, value: unknown): Promise<OwnCourse> {
  const quiz = readQuiz(value);
  if (!quiz) throw invalid({ quiz: '测验内容无效，请刷新页面后重试' });
  return changeCourse(ctx, await courseOfLesson(ctx, lesson_id), async (tx) => {
    const lesson = await lessonOf(tx, lesson_id);
    if (lesson.type !== 'quiz') throw notFound('测验不存在');
    const whole = Object.keys(checkQuiz(quiz)).length === 0;
    // learners have the quiz that is there until the new one is whole
    if (!whole && lesson.state === 'ready') throw invalid({ quiz: wrongIn(quiz) });
    const now = tx.app.clock.now();
    await saveQuiz(tx.db, lesson_id, quiz, now);
    await updateLesson(tx.db, lesson_id, { state: whole ? 'ready' : 'draft', updated_at: now });
  });
}

const wrongIn = (quiz: Quiz): string => Object.values(checkQuiz(quiz))[0] ?? '';

async function lessonOf(tx: TxCtx, id: number): Promise<LessonRow> {
  const lesson = await findLesson(tx.db, id);
  if (!lesson || lesson.removed_at !== null) throw notFound('课时不存在，请刷新页面');
  return lesson;
}

interface FileWish {
  id: number;
  item_id: number;
  type: LessonType;
  owner_id: number;
  file_id: number;
}

/**
 * Binds an own upload to the lesson and returns its length in seconds, 0 for what is no film. A film was probed when it arrived.
 * @throws AppError code 1 on `file_id` for one that does not fit
 */
async function takeFile(tx: TxCtx, { id, item_id, type, owner_id, file_id }: FileWish): Promise<number> {
  if (type === 'quiz') throw invalid({ file_id: '测验没有文件' });
  const [file] = await takeAttachments(tx, { owner_id, ids: [file_id], field: 'file_id', item_id });
  const film = (await filmsOf(tx, [file_id])).get(file_id);
  const wrong = wrongFile(type, (file as Attachment).type, film !== undefined);
  if (wrong) throw invalid({ file_id: wrong });
  const duration_s = film ? Math.ceil(film.duration_ms / 1000) : 0;
  await updateLesson(tx.db, id, {
    ...{ low_file_id: null, mid_file_id: null, narrowed_at: null, narrow_note: '' },
    ...{ file_id, trial_file_id: null, refusal: '', duration_s, ...(type === 'exercise' ? {} : { state: 'ready' }) },
    updated_at: tx.app.clock.now(),
  });
  if (film) {
    await tx.app.jobs.send(TRIAL_JOB, { lesson_id: id }, {}, tx.db);
    await tx.app.jobs.send(NARROW_JOB, {}, { singleton_key: NARROW_JOB }, tx.db);
  }
  return duration_s;
}

function wrongFile(type: LessonType, file_type: string, is_film: boolean): string | null {
  if (type === 'video') return is_film ? null : '请上传 MP4 或 WebM 视频';
  if (is_film) return '视频请添加为视频课时';
  return type === 'pdf' && file_type !== 'pdf' ? '请上传 PDF 文件' : null;
}
