import { join } from 'node:path';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { DocumentError } from '../../providers/document/port.ts';
import { originalFile, storeFilm } from '../publishing/index.ts';
import { announceCourse } from './course-events.ts';
import { findLesson, setTrial } from './repo.ts';
import { trialLength } from './rules.ts';

/** Sent with `{ lesson_id }` when a film lesson is ready. */
export const TRIAL_JOB = 'study.cut-trial';

/** Cuts the first part of a film lesson as a file of its own. Again with the same film does nothing; false: there is nothing to cut. */
export async function cutTrial(ctx: Ctx, lesson_id: number): Promise<boolean> {
  const lesson = await findLesson(ctx.db, lesson_id);
  if (lesson?.type !== 'video' || lesson.state !== 'ready' || lesson.file_id === null || lesson.trial_file_id !== null) return false;
  const file = await originalFile(ctx, lesson.file_id);
  if (!file) return false;
  const { storage, documents } = ctx.app.providers;
  const trial_id = await storage.withScratch(async (folder) => {
    const path = join(folder, 'trial');
    try {
      const film = await storage.withPrivateFile(file.key, (from) =>
        documents.trial(from, path, trialLength(lesson.duration_s), file.owner_id),
      );
      return await storeFilm(ctx, { owner_id: file.owner_id, name: file.name, path, film });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      ctx.log.warn({ err: error, lesson_id }, 'no trial could be cut');
      return null;
    }
  });
  if (trial_id === null) return false;
  return inTransaction(ctx, async (tx) => {
    if (!(await setTrial(tx.db, lesson_id, file.id, trial_id))) return false;
    await announceCourse(tx, lesson.item_id);
    return true;
  });
}
