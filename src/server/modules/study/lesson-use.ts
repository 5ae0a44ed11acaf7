import type { Ctx } from '../../app/ctx.ts';
import { hasWatched } from './learning.repo.ts';
import { findLessons, findNamedFiles } from './repo.ts';

/** Whether the buyer watched or did something of the course since then: its money is then no longer given back by a press. */
export async function watchedSince(ctx: Ctx, of: { user_id: number; item_id: number; since: Date }): Promise<boolean> {
  return hasWatched(ctx.db, of.user_id, of.item_id, of.since);
}

/** Those of the stored files that lessons, trials and samples of teachers name. */
export async function namedLessonFiles(ctx: Ctx, file_ids: readonly number[]): Promise<Set<number>> {
  return findNamedFiles(ctx.db, file_ids);
}

/** Names of lessons, by their ids. */
export async function lessonTitles(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map([...(await findLessons(ctx.db, ids))].map(([id, { title }]) => [id, title]));
}
