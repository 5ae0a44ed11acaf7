import type { Ctx } from '../../app/ctx.ts';
import { findLessons, findNamedFiles } from './repo.ts';

/** Those of the stored files that lessons, trials and samples of teachers name. */
export async function namedLessonFiles(ctx: Ctx, file_ids: readonly number[]): Promise<Set<number>> {
  return findNamedFiles(ctx.db, file_ids);
}

/** Names of lessons, by their ids. */
export async function lessonTitles(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map([...(await findLessons(ctx.db, ids))].map(([id, { title }]) => [id, title]));
}
