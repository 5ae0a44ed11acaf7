import { readJson, writeText } from '#client/storage.ts';
import type { LessonType } from '#contract/study.ts';
import { LESSON_FILES } from '#contract/teaching.ts';
import { isSessionOver, stopOf } from '#kit/upload/single-upload.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';

/** A file on its way to becoming a lesson. */
export interface QueuedFile {
  key: string;
  name: string;
  size_bytes: number;
  chapter: number;
  type: Exclude<LessonType, 'quiz' | 'exercise'>;
  /** `stored`: it has arrived, and becomes a lesson once those chosen before it have. */
  state: 'waiting' | 'sending' | 'stored' | 'paused' | 'stopped';
  percent: number;
  /** Everything has arrived; the server looks into the file. */
  checking: boolean;
  /** Why it stopped. */
  message: string;
  can_resume: boolean;
}

export interface QueueInput {
  read(): readonly QueuedFile[];
  write(queue: readonly QueuedFile[]): void;
  /** The file is stored: it becomes a lesson. Throwing keeps it in the queue with what is said. */
  onStored(entry: QueuedFile, file_id: number): Promise<void>;
  onSessionOver(): void;
}

const AT_ONCE = 2;

/** Which type of lesson a file becomes, by its ending; null: none. */
export function lessonTypeOf(name: string): QueuedFile['type'] | null {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  const found = Object.entries(LESSON_FILES).find(([, { accept }]) => accept.includes(ending));
  return (found?.[0] as QueuedFile['type'] | undefined) ?? null;
}

/** 01 开场.mp4 becomes 开场 as the title of its lesson, unless nothing would be left. */
export function titleOfFile(name: string): string {
  const plain = name.replace(/\.[^.]+$/, '').trim();
  return [...(plain.replace(/^\d{1,3}[\s._、-]+/, '') || plain || '未命名课时')].slice(0, 80).join('');
}

/**
 * Files that are sent two at a time and become lessons in the order they were chosen, whichever arrives first. Each may pause, go on, be
 * removed, and goes on from where it stopped when it is chosen again; one that pauses or stops holds up no other.
 */
export function createUploadQueue({ read, write, onStored, onSessionOver }: QueueInput, send = uploadFile) {
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const stored_ids = new Map<string, number>();
  const adding = new Set<string>();
  let made = 0;

  const patch = (key: string, change: Partial<QueuedFile>) => write(read().map((one) => (one.key === key ? { ...one, ...change } : one)));

  /** Takes files in their order. @returns the names of those that no lesson is made of */
  function add(chapter: number, chosen: readonly File[]): string[] {
    const refused: string[] = [];
    const entries = chosen.flatMap((file): QueuedFile[] => {
      const type = lessonTypeOf(file.name);
      if (!type) {
        refused.push(file.name);
        return [];
      }
      const key = `file-${++made}`;
      files.set(key, file);
      const start = { state: 'waiting', percent: 0, checking: false, message: '', can_resume: true } as const;
      return [{ key, name: file.name, size_bytes: file.size, chapter, type, ...start }];
    });
    write([...read(), ...entries]);
    startNext();
    return refused;
  }

  function startNext(): void {
    while (running.size < AT_ONCE) {
      const next = read().find(({ state }) => state === 'waiting');
      if (!next) return;
      void run(next);
    }
  }

  async function run(entry: QueuedFile): Promise<void> {
    const file = files.get(entry.key);
    if (!file) return;
    const controller = new AbortController();
    running.set(entry.key, controller);
    patch(entry.key, { state: 'sending', message: '' });
    try {
      const stored = await send(file, {
        purpose: LESSON_FILES[entry.type].purpose,
        signal: controller.signal,
        onProgress: ({ loaded_bytes, total_bytes, checking }) =>
          patch(entry.key, { percent: Math.floor((loaded_bytes / total_bytes) * 100), checking }),
      });
      if (controller.signal.aborted) return;
      stored_ids.set(entry.key, stored.id);
      patch(entry.key, { state: 'stored', percent: 100, checking: false });
    } catch (error) {
      if (!controller.signal.aborted) fail(entry.key, error);
    } finally {
      if (running.get(entry.key) === controller) running.delete(entry.key);
      goOn();
    }
  }

  function goOn(): void {
    startNext();
    const ahead = new Set<number>();
    for (const entry of read()) {
      if (entry.state === 'stored' && !ahead.has(entry.chapter) && !adding.has(entry.key)) void makeLesson(entry);
      if (entry.state !== 'paused' && entry.state !== 'stopped') ahead.add(entry.chapter);
    }
  }

  async function makeLesson(entry: QueuedFile): Promise<void> {
    const file_id = stored_ids.get(entry.key);
    if (file_id === undefined) return;
    adding.add(entry.key);
    try {
      await onStored(entry, file_id);
      remove(entry.key);
    } catch (error) {
      fail(entry.key, error);
    } finally {
      adding.delete(entry.key);
      goOn();
    }
  }

  function fail(key: string, error: unknown): void {
    if (isSessionOver(error)) onSessionOver();
    patch(key, { state: 'stopped', checking: false, ...stopOf(error) });
  }

  function stop(key: string, why: string): void {
    running.get(key)?.abort(new DOMException(why, 'AbortError'));
    running.delete(key);
  }

  function pause(key: string): void {
    stop(key, 'paused');
    patch(key, { state: 'paused', checking: false });
    goOn();
  }

  function resume(key: string): void {
    patch(key, { state: 'waiting', message: '' });
    startNext();
  }

  function remove(key: string): void {
    stop(key, 'removed');
    files.delete(key);
    stored_ids.delete(key);
    write(read().filter((one) => one.key !== key));
    goOn();
  }

  return { add, pause, resume, remove, isBusy: () => read().length > 0 };
}

const memoryOf = (course: number) => `course-uploads:${course}`;

/** Names what is on its way, so that a reload can say what was not finished. */
export function rememberQueue(course: number, queue: readonly QueuedFile[]): void {
  const names = queue.map(({ name }) => name);
  writeText(memoryOf(course), names.length === 0 ? null : JSON.stringify(names));
}

/** Names of files whose upload a reload cut off. */
export function unfinishedOf(course: number): string[] {
  const names = readJson(memoryOf(course));
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
