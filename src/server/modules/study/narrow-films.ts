import { join } from 'node:path';
import { FILM_LINES, type FilmLines } from '#contract/study.ts';
import type { Ctx } from '../../app/ctx.ts';
import { holdLock } from '../../db/hold-lock.ts';
import { DocumentError, ReaderLost } from '../../providers/document/port.ts';
import { originalFile, storeFilm } from '../publishing/index.ts';
import { findLesson, findToNarrow, type Lesson, setNarrowed } from './repo.ts';

/** Sent with nothing when a film lesson is ready, and each hour. */
export const NARROW_JOB = 'study.narrow';
/** One film at a time, whatever number of processes there is. */
const LOCK = 7_203_661;
const BATCH = 20;

const COLUMNS = { 480: 'low_file_id', 720: 'mid_file_id' } as const satisfies Record<FilmLines, keyof Lesson>;

/** The file of a lesson's film that is so many lines high; the film as it was sent where there is none. */
export const fileOfLines = (lesson: Lesson, lines: FilmLines | null): number | null => (lines && lesson[COLUMNS[lines]]) ?? lesson.file_id;

/** How many lines smaller versions of a lesson's film have. */
export const linesOf = (lesson: Lesson): FilmLines[] => FILM_LINES.filter((lines) => lesson[COLUMNS[lines]] !== null);

/**
 * Makes smaller versions of films of lessons that have none, one after the other; publishing waits for none of it. What was interrupted is
 * begun again, what cannot be encoded stays as it was sent and says so to its teacher; one whose encoder was lost waits for the next run.
 * @returns how many lessons were seen to
 */
export async function narrowFilms(ctx: Ctx, stopping: AbortSignal): Promise<number> {
  if (!(await ctx.app.providers.documents.narrows())) return 0;
  const release = await holdLock(ctx.app.database_url, LOCK);
  if (!release) return 0;
  try {
    let seen = 0;
    const lost: number[] = [];
    for (let ids = await findToNarrow(ctx.db, lost, BATCH); ids.length > 0; ids = await findToNarrow(ctx.db, lost, BATCH)) {
      for (const id of ids) {
        stopping.throwIfAborted();
        try {
          await narrowOne(ctx, id, stopping);
          seen++;
        } catch (error) {
          if (!(error instanceof ReaderLost) || stopping.aborted || !(await ctx.app.providers.documents.narrows())) throw error;
          ctx.log.warn({ err: error, lesson_id: id }, 'a film is made smaller later');
          lost.push(id);
        }
      }
    }
    return seen;
  } finally {
    await release();
  }
}

async function narrowOne(ctx: Ctx, lesson_id: number, stopping: AbortSignal): Promise<void> {
  const lesson = await findLesson(ctx.db, lesson_id);
  const file = lesson?.file_id == null ? null : await originalFile(ctx, lesson.file_id);
  if (!lesson || lesson.file_id === null) return;
  const keep = (made: Parameters<typeof setNarrowed>[3]) => setNarrowed(ctx.db, lesson_id, lesson.file_id as number, made);
  const { storage, documents } = ctx.app.providers;
  const film = file?.film;
  try {
    for (const lines of FILM_LINES) {
      if (!file || !film || lesson[COLUMNS[lines]] !== null || Math.min(film.width, film.height) <= lines) continue;
      const made = await storage.withScratch(async (folder) => {
        const path = join(folder, 'narrow');
        const facts = await storage.withPrivateFile(file.key, (from) =>
          documents.narrow(from, path, { lines, duration_s: lesson.duration_s }, stopping),
        );
        return storeFilm(ctx, { owner_id: file.owner_id, name: file.name, path, film: facts });
      });
      await keep({ [COLUMNS[lines]]: made });
    }
    await keep({ narrowed_at: ctx.app.clock.now() });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    ctx.log.warn({ err: error, lesson_id }, 'a film could not be made smaller');
    await keep({ narrowed_at: ctx.app.clock.now(), narrow_note: `${error.message}，学员按原画播放` });
  }
}
