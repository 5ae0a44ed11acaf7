import { EMPLOYEES_MAX, type EmployeeRight } from '#contract/employee.ts';
import { checkPhone, plainPhone } from '#contract/identity.ts';
import type { EmployeeAct, EmployeeRow, EmployerRow, OwnStaff } from '#contract/outputs/employee.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import type { Queryable } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import {
  type AccountTrace,
  accountMobile,
  isAccountOpen,
  maskMobile,
  publicUsers,
  requireFreshProof,
  userByMobile,
} from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { enterpriseNames, isEnterprise } from '../verification/index.ts';
import { employmentBegan, employmentEnded } from './hooks.ts';
import { dropLink } from './links.repo.ts';
import {
  countOpen,
  type EmployeeLine,
  endAllOf,
  findActs,
  findCompanies,
  findEmployees,
  findEmployers,
  findOpen,
  findOwnActs,
  hasRight,
  insertAct,
  insertEmployee,
  lockEmployee,
  lockEmployees,
  updateEmployee,
} from './repo.ts';
import { type EmployeeEvent, moveEmployee, tidyRights } from './rules.ts';

/**
 * Whether the user may do this in the enterprise's name now: it is their own, or they are its employee with the right. Asked at each call and
 * never cached, so that leaving, or a ban of the enterprise, ends it at once. `enterprise_id`: the user whose enterprise it is.
 */
export async function actsFor(db: Queryable, user_id: number, enterprise_id: number, right: EmployeeRight): Promise<boolean> {
  if (user_id === enterprise_id) return true;
  return (await hasRight(db, user_id, enterprise_id, right)) && isAccountOpen({ db }, enterprise_id);
}

/** The enterprises for which users act now, and those that they are, as traces. */
export async function companyTraces({ db }: Pick<Ctx, 'db'>, user_ids: readonly number[]): Promise<AccountTrace[]> {
  const rows = await findCompanies(db, user_ids);
  return rows.map(({ user_id, enterprise_id }) => ({ user_id, trace: `company:${enterprise_id}` }));
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

const STAFF_PAGE = '/personalCenter/myStaff';

/** The reader's employees and the enterprises that they work for. */
export async function ownStaff(ctx: Ctx): Promise<OwnStaff> {
  const user_id = requireUser(ctx);
  const [mine, employers] = [
    await findEmployees(ctx.db, user_id, ['invited', 'active', 'refused', 'left']),
    await findEmployers(ctx.db, user_id),
  ];
  const users = await publicUsers(
    ctx,
    mine.map((row) => row.user_id),
  );
  const nameOf = await enterpriseNames(ctx, [user_id, ...employers.map((row) => row.enterprise_id)]);
  const mobiles = new Map<number, string>();
  for (const row of mine) mobiles.set(row.user_id, maskMobile((await accountMobile(ctx, row.user_id)) ?? ''));
  return {
    may_invite: (await isEnterprise(ctx, user_id)) ? 1 : 0,
    name: nameOf(user_id),
    employees: mine.map(
      (row): EmployeeRow => ({
        ...{ id: row.id, user_id: row.user_id, mobile: mobiles.get(row.user_id) ?? '', rights: row.rights, state: row.state },
        nickname: users.get(row.user_id).nickname,
        headimgurl: users.get(row.user_id).headimgurl,
        invited_at: unixSeconds(row.invited_at),
        answered_at: row.answered_at ? unixSeconds(row.answered_at) : 0,
      }),
    ),
    employers: employers.map((row): EmployerRow => employerOf(row, nameOf)),
  };
}

/** Enterprises that invited the reader and have no answer yet. */
export async function ownInvitations(ctx: Ctx): Promise<EmployerRow[]> {
  const rows = (await findEmployers(ctx.db, requireUser(ctx))).filter(({ state }) => state === 'invited');
  if (rows.length === 0) return [];
  const nameOf = await enterpriseNames(
    ctx,
    rows.map((row) => row.enterprise_id),
  );
  return rows.map((row) => employerOf(row, nameOf));
}

const employerOf = (row: EmployeeLine, nameOf: (id: number) => string): EmployerRow => ({
  ...{ id: row.id, enterprise_id: row.enterprise_id, rights: row.rights, state: row.state },
  name: nameOf(row.enterprise_id),
  invited_at: unixSeconds(row.invited_at),
});

/**
 * Invites the account of a phone into the reader's enterprise. Locks the enterprise's list.
 * @throws AppError 403 when the reader's enterprise is not verified; 428: wants fresh proof; code 1 for the phone; 409 beyond 50 and for who is there already
 */
export async function inviteEmployee(
  ctx: Ctx,
  { mobile, rights, seats_id = null }: { mobile: string; rights: readonly EmployeeRight[]; seats_id?: number | null },
): Promise<number> {
  const enterprise_id = requireUser(ctx);
  if (!(await isEnterprise(ctx, enterprise_id))) throw forbidden('企业认证通过后才能邀请员工');
  await requireFreshProof(ctx);
  const phone = plainPhone(mobile);
  const wrong = checkPhone(phone);
  if (wrong) throw invalid({ mobile: wrong });
  const user = await userByMobile(ctx, phone);
  if (!user || user.blocked) throw invalid({ mobile: '这个手机号还没有注册，请对方注册后再邀请' });
  if (user.id === enterprise_id) throw invalid({ mobile: '不能邀请自己' });
  const name = (await enterpriseNames(ctx, [enterprise_id]))(enterprise_id);
  return inTransaction(ctx, async (tx) => {
    await lockEmployees(tx.db, enterprise_id);
    const known = await findOpen(tx.db, enterprise_id, user.id);
    if (known) throw conflict(known.state === 'active' ? '对方已经是员工' : '已经邀请过，请等待对方接受');
    if ((await countOpen(tx.db, enterprise_id)) >= EMPLOYEES_MAX) throw conflict(`最多 ${EMPLOYEES_MAX} 名员工`);
    const id = await insertEmployee(tx.db, {
      ...{
        enterprise_id,
        user_id: user.id,
        rights: tidyRights(rights),
        state: 'invited' as const,
        invited_at: tx.app.clock.now(),
        seats_id,
      },
    });
    await sendNotices(tx, [user.id], {
      ...{ topic: 'recruit', key: `employee:${id}:invited`, title: `${name}邀请您成为员工`, href: STAFF_PAGE },
      content: '接受后，您可以按对方授予的权限以企业名义操作，随时可以离开。',
    });
    return id;
  });
}

/** Changes what an employee may do. @throws AppError 404; 409 when it is over */
export async function setEmployeeRights(ctx: Ctx, id: number, rights: readonly EmployeeRight[]): Promise<void> {
  const enterprise_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await lockEmployee(tx.db, id);
    if (row?.enterprise_id !== enterprise_id) throw notFound('员工不存在');
    if (row.state !== 'active' && row.state !== 'invited') throw conflict('对方已不是员工');
    await updateEmployee(tx.db, id, { rights: tidyRights(rights) });
  });
}

/** Accepts or refuses an invitation. @throws AppError 404; 409 when it is no longer open */
export const answerInvitation = (ctx: Ctx, id: number, accept: boolean): Promise<void> =>
  move(ctx, id, accept ? 'accept' : 'refuse', 'user_id');

/** Leaves an enterprise; nothing can be done in its name from then on. @throws AppError 404, 409 */
export const leaveEnterprise = (ctx: Ctx, id: number): Promise<void> => move(ctx, id, 'leave', 'user_id');

/** Ends an invitation or an employee's rights at once. @throws AppError 404, 409 */
export const removeEmployee = (ctx: Ctx, id: number): Promise<void> => move(ctx, id, 'remove', 'enterprise_id');

const TOLD: Record<EmployeeEvent, string> = {
  accept: '接受了您的员工邀请',
  refuse: '没有接受您的员工邀请',
  leave: '离开了您的企业',
  remove: '已将您移出员工名单',
};

async function move(ctx: Ctx, id: number, event: EmployeeEvent, mine: 'user_id' | 'enterprise_id'): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await lockEmployee(tx.db, id);
    if (row?.[mine] !== user_id) throw notFound('邀请不存在');
    const state = moveEmployee(row.state, event);
    if (!state) throw conflict('这份邀请的状态已经变化，请刷新');
    const now = tx.app.clock.now();
    const over = state !== 'active';
    await updateEmployee(tx.db, id, { state, ...(row.answered_at ? {} : { answered_at: now }), ...(over ? { ended_at: now } : {}) });
    if (event === 'accept') await employmentBegan(tx, row);
    if (row.state === 'active' && over) await employmentEnded(tx, row);
    await tell(tx, row, event);
  });
}

async function tell(tx: TxCtx, row: EmployeeLine, event: EmployeeEvent): Promise<void> {
  const to = event === 'remove' ? row.user_id : row.enterprise_id;
  const name =
    event === 'remove'
      ? (await enterpriseNames(tx, [row.enterprise_id]))(row.enterprise_id)
      : (await publicUsers(tx, [row.user_id])).get(row.user_id).nickname;
  await sendNotices(tx, [to], {
    ...{ topic: 'recruit', key: `employee:${row.id}:${event}`, title: `${name}${TOLD[event]}`, href: STAFF_PAGE },
  });
}

/** Ends what somebody who is gone had with enterprises, and what theirs gave to others. */
export async function forgetEmployments(tx: TxCtx, user_id: number): Promise<void> {
  for (const row of await endAllOf(tx.db, user_id, tx.app.clock.now())) await employmentEnded(tx, row);
  await dropLink(tx.db, user_id);
}

/** Stored data of the reader as an employee, for their package of data. */
export async function exportedEmployments(ctx: Ctx): Promise<unknown[]> {
  const user_id = requireUser(ctx);
  const [rows, acts] = [await findEmployers(ctx.db, user_id), await findOwnActs(ctx.db, user_id)];
  return [
    ...rows.map(({ enterprise_id, rights, state, invited_at }) => ({ enterprise_id, rights, state, invited_at })),
    ...acts.map(({ enterprise_id, act, created_at }) => ({ enterprise_id, act, created_at })),
  ];
}
