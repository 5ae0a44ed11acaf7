import type { PublicUser } from '#contract/identity.ts';
import type { Ctx } from '../../app/ctx.ts';
import { addToCounter, findPublicUsers, findPublishersNamed, findTopPublishers, type UserCounter, writePublisherCounts } from './repo.ts';

/** Public faces of the users, by id; unknown ids are absent. One query for any number. */
export async function publicUsers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, PublicUser>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await findPublicUsers(ctx.db, wanted);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Publishers with works, most followed first, blocked ones left out. */
export function topPublishers(ctx: Ctx, limit: number): Promise<PublicUser[]> {
  return findTopPublishers(ctx.db, limit);
}

/** Publishers with works whose name begins with the text, those with the most works first. */
export function publishersNamed(ctx: Ctx, text: string, limit: number): Promise<Array<Pick<PublicUser, 'id' | 'nickname' | 'works_num'>>> {
  return findPublishersNamed(ctx.db, text, limit);
}

/** Moves a counter of the releaser card by one statement; never below zero. */
export async function addToUserCounter(ctx: Ctx, user_id: number, counter: UserCounter, delta: number): Promise<void> {
  await addToCounter(ctx.db, user_id, counter, delta);
}

/**
 * Brings works and reads of the releaser cards in line with the catalog's count; publishers who are absent have none. One statement.
 * True when somebody's number of works changed, with which they enter or leave lists of publishers.
 */
export async function setPublisherCounts(
  ctx: Ctx,
  counts: ReadonlyArray<{ publisher_id: number; works_num: number; view_num: number }>,
): Promise<boolean> {
  return writePublisherCounts(ctx.db, counts);
}
