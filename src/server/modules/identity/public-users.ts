import type { PublicUser } from '#contract/identity.ts';
import type { Ctx } from '../../app/ctx.ts';
import {
  addToCounter,
  findPeople,
  findPublishersNamed,
  findTopPublishers,
  type Person,
  type UserCounter,
  writePublisherCounts,
} from './repo.ts';

/** Display name of users who closed their account. */
export const CLOSED_NAME = '已注销用户';

const NO_FACE = { headimgurl: '', city: '', introduction: '', show_job: '', fans_num: 0, works_num: 0, view_num: 0 };

/** Public faces by id. Each id asked for has one; an id that was not asked for is the reader's slip. */
export class People extends Map<number, Person> {
  override get(id: number): Person {
    const found = super.get(id);
    if (!found) throw new Error(`user ${id} was not asked for`);
    return found;
  }
}

/** Public faces of all these users, `closed` where the account is gone or never was. One query for any number. */
export async function publicUsers(ctx: Ctx, ids: readonly number[]): Promise<People> {
  const wanted = [...new Set(ids)];
  const people = new People(wanted.map((id) => [id, { id, nickname: CLOSED_NAME, ...NO_FACE, closed: true }]));
  if (wanted.length > 0) for (const row of await findPeople(ctx.db, wanted)) people.set(row.id, row);
  return people;
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
