import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { OwnChapter } from '#contract/outputs/teaching.ts';
import type { Quiz } from '#contract/quiz.ts';
import type { LessonType } from '#contract/study.ts';
import { LESSON_FILES, type OwnCourse, type OwnLesson } from '#contract/teaching.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';
import { createUploadQueue, type QueuedFile, rememberQueue, titleOfFile, unfinishedOf } from './upload-queue.ts';

type LessonPatch = Omit<CallInput<'PUT /study/teach/lesson'>, 'lesson'>;
const changed = (lesson: number, patch: LessonPatch) => gateway('PUT /study/teach/lesson', { lesson, ...patch }, SILENT);

export interface OutlineState {
  /** Null: nothing was saved yet. */
  course: OwnCourse | null;
  failure: Failure | null;
  busy: boolean;
  queue: readonly QueuedFile[];
  /** Files whose upload a reload cut off. */
  unfinished: string[];
  /** What becomes of a lesson's new file, by lesson. */
  replacing: Readonly<Record<number, string>>;
}

/** The chapters and lessons of a course. `courseId`: saves the draft first where there is none yet; null when that failed. */
export function createOutline(courseId: () => Promise<number | null>) {
  const $state = map<OutlineState>({ course: null, failure: null, busy: false, queue: [], unfinished: [], replacing: {} });
  const set = (change: Partial<OutlineState>) => $state.set({ ...$state.get(), ...change });
  /** How many changes have no answer yet, and whether the answer of one was left out because others followed it. */
  let waiting = 0;
  let behind = false;
  const show = (course: OwnCourse) => {
    behind = false;
    set({ course, failure: null });
  };
  /** Changes follow one another: each answers the whole outline. */
  let last: Promise<unknown> = Promise.resolve();

  const uploads = createUploadQueue(
    {
      read: () => $state.get().queue,
      write(queue) {
        set({ queue });
        const id = $state.get().course?.id;
        if (id !== undefined) rememberQueue(id, queue);
      },
      async onStored({ chapter, type, name }, file_id) {
        await apply(async () =>
          gateway('POST /study/teach/lesson', { ...(await placeOf(chapter)), type, title: titleOfFile(name), file_id }, SILENT),
        );
      },
      onSessionOver: () => void askLogin(),
    },
    uploadFile,
  );

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  }

  /** Shows what a change answers, unless another follows: it would take back what was moved meanwhile, and the next was moved from there. */
  async function apply(change: () => Promise<OwnCourse>): Promise<void> {
    waiting += 1;
    try {
      const course = await inTurn(change);
      behind = waiting > 1;
      if (!behind) show(course);
    } catch (error) {
      if (behind && waiting === 1) await reload();
      throw error;
    } finally {
      waiting -= 1;
    }
  }

  /** Null: saved; else what is wrong, for the form that asked and still has what was typed. */
  async function save(change: () => Promise<OwnCourse>): Promise<string | null> {
    set({ busy: true });
    try {
      await apply(change);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 || error.status === 404) await reload();
      return textOf(error);
    } finally {
      set({ busy: false });
    }
  }

  /** The same without a form: what is wrong is said. False: it was refused. */
  async function run(change: () => Promise<OwnCourse>): Promise<boolean> {
    const wrong = await save(change);
    if (wrong !== null) toastError(wrong);
    return wrong === null;
  }

  async function open(id: number): Promise<void> {
    try {
      // in turn: read before a change and answered after it, it would take that back
      show(await inTurn(() => gateway('GET /study/teach/course', { id }, SILENT)));
      set({ unfinished: unfinishedOf(id) });
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  async function reload(): Promise<void> {
    const id = $state.get().course?.id;
    if (id !== undefined) await open(id);
  }

  /** The course, saved as a draft where it was not. @throws ApiError when that failed */
  async function savedId(): Promise<number> {
    const id = $state.get().course?.id ?? (await courseId());
    if (id === null) throw new ApiError({ code: 1, msg: '课程草稿还没有保存成功，请稍后再试', status: 0 });
    return id;
  }

  /** Where a lesson goes; 0: into the course, which has no chapter. */
  const placeOf = async (chapter: number) => (chapter === 0 ? { chapter, id: await savedId() } : { chapter });

  /** Shows the new order at once; one that is refused goes back. */
  async function order(chapters: readonly OrderChapter[]): Promise<void> {
    const { course } = $state.get();
    if (!course) return;
    const wanted = chapters.map(({ id, lessons }) => ({ id, lessons: [...lessons] }));
    const known = new Map<number, OwnLesson>(course.chapters.flatMap((chapter) => chapter.lessons.map((lesson) => [lesson.id, lesson])));
    const titles = new Map(course.chapters.map(({ id, title }) => [id, title]));
    const shown = wanted.map(({ id, lessons }): OwnChapter => {
      return { id, title: titles.get(id) ?? '', lessons: lessons.flatMap((lesson) => known.get(lesson) ?? []) };
    });
    set({ course: { ...course, chapters: shown } });
    if (!(await run(() => gateway('PUT /study/teach/order', { id: course.id, chapters: wanted }, SILENT)))) await reload();
  }

  function setReplacing(lesson: number, text: string | null): void {
    const { [lesson]: _before, ...others } = $state.get().replacing;
    set({ replacing: text === null ? others : { ...others, [lesson]: text } });
  }

  /** Uploads another file for a lesson; learners have the one before until it is there. */
  async function replaceFile({ id, type }: OwnLesson, file: File): Promise<void> {
    if (type === 'quiz') return;
    const { purpose } = LESSON_FILES[type === 'exercise' ? 'file' : type];
    setReplacing(id, '正在上传');
    try {
      const stored = await uploadFile(file, {
        purpose,
        signal: new AbortController().signal,
        onProgress: ({ loaded_bytes, total_bytes, checking }) =>
          setReplacing(id, checking ? '正在检查文件' : `${Math.floor((loaded_bytes / total_bytes) * 100)}%`),
      });
      await run(() => changed(id, { file_id: stored.id }));
    } catch (error) {
      toastError(error instanceof Error && error.message ? error.message : '文件上传失败');
    } finally {
      setReplacing(id, null);
    }
  }

  return {
    $state,
    isBusy: () => uploads.isBusy() || Object.keys($state.get().replacing).length > 0,
    actions: {
      ...{ open, order },
      addChapter: (title: string) => save(async () => gateway('POST /study/teach/chapter', { id: await savedId(), title }, SILENT)),
      renameChapter: (chapter: number, title: string) => save(() => gateway('PUT /study/teach/chapter', { chapter, title }, SILENT)),
      removeChapter: (chapter: number) => run(() => gateway('DELETE /study/teach/chapter', { chapter }, SILENT)),
      addLesson: (chapter: number, type: LessonType, title: string) =>
        save(async () => gateway('POST /study/teach/lesson', { ...(await placeOf(chapter)), type, title, file_id: null }, SILENT)),
      renameLesson: (lesson: number, title: string) => save(() => changed(lesson, { title })),
      changeLesson: (lesson: number, patch: LessonPatch) => run(() => changed(lesson, patch)),
      removeLesson: (lesson: number) => run(() => gateway('DELETE /study/teach/lesson', { lesson }, SILENT)),
      saveTracks: (lesson: number, patch: LessonPatch) => save(() => changed(lesson, patch)),
      saveQuiz: (lesson: number, quiz: Quiz) => save(() => gateway('PUT /study/teach/quiz', { lesson, quiz: { ...quiz } }, SILENT)),
      replaceFile: (lesson: OwnLesson, file: File) => void replaceFile(lesson, file),
      addFiles(chapter: number, files: readonly File[]) {
        set({ unfinished: $state.get().unfinished.filter((name) => !files.some((file) => file.name === name)) });
        const refused = uploads.add(chapter, files);
        if (refused.length > 0) toastError(`不支持的文件：${refused.join('、')}`);
      },
      ...{ pause: uploads.pause, resume: uploads.resume, drop: uploads.remove },
    },
  };
}

/** A course's chapters with the ids of their lessons, as they are moved. */
export interface OrderChapter {
  id: number;
  lessons: readonly number[];
}

/** The lesson one place up or down; beyond its chapter's end it goes over to the neighbour's. Unchanged at the ends of the course. */
export function stepLesson(chapters: readonly OrderChapter[], lesson: number, by: -1 | 1): OrderChapter[] {
  const at = chapters.findIndex(({ lessons }) => lessons.includes(lesson));
  const chapter = chapters[at];
  if (!chapter) return [...chapters];
  const to = chapter.lessons.indexOf(lesson) + by;
  if (to >= 0 && to < chapter.lessons.length) return placeLesson(chapters, lesson, chapter.id, to);
  const next = chapters[at + by];
  return next ? placeLesson(chapters, lesson, next.id, by === 1 ? 0 : next.lessons.length) : [...chapters];
}

/** The lesson at this place of a chapter, counted without itself. */
export function placeLesson(chapters: readonly OrderChapter[], lesson: number, chapter_id: number, at: number): OrderChapter[] {
  if (!chapters.some(({ id }) => id === chapter_id)) return [...chapters];
  return chapters.map(({ id, lessons }) => {
    const others = lessons.filter((one) => one !== lesson);
    return { id, lessons: id === chapter_id ? [...others.slice(0, at), lesson, ...others.slice(at)] : others };
  });
}

/** The chapter one place up or down with its lessons. Unchanged at the ends. */
export function stepChapter(chapters: readonly OrderChapter[], chapter: number, by: -1 | 1): OrderChapter[] {
  const at = chapters.findIndex(({ id }) => id === chapter);
  const to = at + by;
  if (at === -1 || to < 0 || to >= chapters.length) return [...chapters];
  const others = chapters.filter((_, place) => place !== at);
  return [...others.slice(0, to), chapters[at] as OrderChapter, ...others.slice(to)];
}

export type Outline = ReturnType<typeof createOutline>;
export type OutlineActions = Outline['actions'];

const textOf = (error: ApiError): string => Object.values(error.fields)[0] ?? error.msg;

async function askLogin(): Promise<void> {
  await requireSession('登录已过期，登录后继续上传，进度还在').catch((error: unknown) => {
    if (!(error instanceof LoginDismissed)) throw error;
  });
}
