import type { Role } from '#contract/staff.ts';
import type { Ctx } from '../../app/ctx.ts';
import { findMobiles, findUser } from './repo.ts';

/** What the user may see of their own account. */
export interface Account {
  id: number;
  /** 138****0000 */
  masked_mobile: string;
  nickname: string;
  headimgurl: string;
  show_company: string;
  show_job: string;
  works_num: number;
  roles: Role[];
}

/** The account, or null for an unknown id. */
export async function getAccount(ctx: Ctx, user_id: number): Promise<Account | null> {
  const user = await findUser(ctx.db, user_id);
  if (!user) return null;
  const { id, nickname, headimgurl, show_company, show_job, works_num, roles } = user;
  return { id, masked_mobile: maskMobile(user.mobile), nickname, headimgurl, show_company, show_job, works_num, roles };
}

/** The whole number of an account, for what is given to its phone: a partner's right, a connected call. Never shown. Null for an unknown id. */
export async function accountMobile(ctx: Ctx, user_id: number): Promise<string | null> {
  return (await findUser(ctx.db, user_id))?.mobile ?? null;
}

/** The same of many by user; unknown ids are absent. */
export function accountMobiles(ctx: Ctx, user_ids: readonly number[]): Promise<Map<number, string>> {
  return findMobiles(ctx.db, user_ids);
}

/**
 * The number that somebody gave for being reached at: their own account's when it is written as their browser knows it (138****0000).
 * Null: it is masked and not theirs.
 */
export async function contactMobile(ctx: Ctx, user_id: number | null, given: string): Promise<string | null> {
  if (!given.includes('*')) return given;
  const user = user_id === null ? null : await findUser(ctx.db, user_id);
  return user && maskMobile(user.mobile) === given ? user.mobile : null;
}

export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}
