import type { EmployeeAct, EmployeeRight } from '#contract/employee.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import type { Queryable } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { isAccountOpen, publicUsers } from '../identity/index.ts';
import { findActs, hasRight, haveOneEnterprise, insertAct } from './repo.ts';

/**
 * Whether the user may do this in the enterprise's name now: it is their own, or they are its employee with the right. Asked at each call and
 * never cached, so that leaving, or a ban of the enterprise, ends it at once. `enterprise_id`: the user whose enterprise it is.
 */
export async function actsFor(db: Queryable, user_id: number, enterprise_id: number, right: EmployeeRight): Promise<boolean> {
  if (user_id === enterprise_id) return true;
  return (await hasRight(db, user_id, enterprise_id, right)) && isAccountOpen({ db }, enterprise_id);
}

/** Whether two users act for one enterprise, one of them being it or not. */
export function worksTogether({ db }: Pick<Ctx, 'db'>, a: number, b: number): Promise<boolean> {
  return haveOneEnterprise(db, a, b);
}

/** Keeps that an employee did something in the enterprise's name. */
export async function recordAct(
  ctx: Ctx,
  { enterprise_id, user_id, act, target_id }: { enterprise_id: number; user_id: number; act: string; target_id: number | null },
): Promise<void> {
  await insertAct(ctx.db, { enterprise_id, user_id, act, target_id, request_id: ctx.request_id, created_at: ctx.app.clock.now() });
}

/** What employees of the reader's enterprise did, newest first, older than the act `before`. */
export async function employeeActs(ctx: Ctx, { before, limit }: { before: number | null; limit: number }): Promise<EmployeeAct[]> {
  const rows = await findActs(ctx.db, requireUser(ctx), { before, limit });
  const users = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({
    id: row.id,
    nickname: users.get(row.user_id).nickname,
    act: row.act,
    target_id: row.target_id ?? 0,
    create_time: unixSeconds(row.created_at),
  }));
}
