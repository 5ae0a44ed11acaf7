import { ROLES } from '#contract/staff.ts';
import { type Ctx, can, inTransaction, type Role, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { tokenMemory } from './authenticate.ts';
import { endAllOfUser, endTokens } from './log-in.ts';
import { maskMobile } from './own-profile.ts';
import {
  findIdsByMobile,
  findLogins,
  findUser,
  findUserByMobile,
  lockUser,
  lockUserByMobile,
  type TokenRow,
  type UserRow,
  writeBlocked,
  writeRolesOf,
} from './repo.ts';
import { countNewUsers, findSmsUsed, findStaffAccounts, findStaffAmong } from './staff.repo.ts';

/**
 * Makes the account with this phone staff, or ordinary again with no roles. For the machine itself; the command line leaves an audit row. Tokens
 * in use follow within seconds.
 * @returns false when no account has this phone
 */
export async function setRoles(ctx: Ctx, mobile: string, wanted: readonly Role[]): Promise<boolean> {
  const { kind } = ctx.actor;
  assert(kind === 'job' || kind === 'command', 'roles are given on the machine itself');
  const roles = [...new Set(wanted)];
  return inTransaction(ctx, async (tx) => {
    const user = await lockUserByMobile(tx.db, mobile);
    if (!user) return false;
    await writeRolesOf(tx.db, user.id, roles);
    if (kind === 'command') await recordAudit(tx, 'user.roles', `user:${user.id}`, { before: user.roles, roles });
    return true;
  });
}

export type UserForStaff = Omit<UserRow, 'mobile' | 'password_hash'> & { masked_mobile: string; logins: TokenRow[] };

/** An account with its open logins; the phone is masked. @throws AppError 403, 404 */
export async function userForStaff(ctx: Ctx, user_id: number): Promise<UserForStaff> {
  requireVerb(ctx, 'user.see');
  const [user, logins] = await Promise.all([findUser(ctx.db, user_id), findLogins(ctx.db, user_id, ctx.app.clock.now())]);
  if (!user) throw notFound('用户不存在');
  const { mobile, password_hash: _hash, ...facts } = user;
  return { ...facts, masked_mobile: maskMobile(mobile), logins };
}

/** The whole phone number, with an audit row that says why. @throws AppError 403, 404 */
export async function revealMobile(ctx: Ctx, input: { user_id: number; reason: string }): Promise<string> {
  requireVerb(ctx, 'user.reveal');
  return inTransaction(ctx, async (tx) => {
    const user = await lockedUser(tx, input.user_id);
    await refuseStaffData(tx, [user.id]);
    await recordAudit(tx, 'user.reveal', subjectOf(user.id), { what: 'mobile', reason: input.reason });
    return user.mobile;
  });
}

/**
 * The one rule of all that shows personal data of others whole: what belongs to staff is for who gives roles, and for its owner.
 * @throws AppError 403
 */
export async function refuseStaffData(ctx: Ctx, people: ReadonlyArray<number | null | undefined>): Promise<void> {
  if ((await hiddenStaff(ctx, people)).size > 0) throw forbidden('这是工作人员的个人资料，由管理员查看');
}

/** Of these people those whose personal data the actor may not see whole. */
export async function hiddenStaff(ctx: Ctx, people: ReadonlyArray<number | null | undefined>): Promise<ReadonlySet<number>> {
  if (can(ctx.actor, 'user.roles')) return new Set();
  const me = ctx.actor.kind === 'user' ? ctx.actor.user_id : null;
  const others = people.filter((one): one is number => typeof one === 'number' && one !== me);
  return new Set(await findStaffAmong(ctx.db, others));
}

/** Ends one login, or all of them; at once in this process, within seconds in the others. @throws AppError 403, 404 */
export async function endLogins(ctx: Ctx, input: { user_id: number; token_id?: number | undefined; reason: string }): Promise<void> {
  requireVerb(ctx, 'user.end_login');
  await inTransaction(ctx, async (tx) => {
    const user = await lockedUser(tx, input.user_id);
    requireRank(tx, user);
    await endAll(tx, user.id, input.token_id);
    await recordAudit(tx, 'user.end_login', subjectOf(user.id), { token_id: input.token_id ?? 'all', reason: input.reason });
  });
}

/**
 * Bans an account or lifts the ban. A banned user's logins end with the same commit, and none can be opened. Users cannot ban themselves; staff
 * are banned by who gives roles.
 * @throws AppError 403, 404, 409 when it is so already
 */
export async function setBan(ctx: Ctx, input: { user_id: number; banned: boolean; reason: string }): Promise<void> {
  const staff_id = requireVerb(ctx, 'user.ban');
  if (input.user_id === staff_id) throw forbidden('不能停用自己的账号');
  await inTransaction(ctx, async (tx) => {
    const user = await lockedUser(tx, input.user_id);
    requireRank(tx, user);
    if (user.blocked === input.banned) throw conflict(input.banned ? '该账号已经停用' : '该账号没有被停用');
    await writeBlocked(tx.db, user.id, input.banned);
    if (input.banned) await endAll(tx, user.id);
    await recordAudit(tx, input.banned ? 'user.ban' : 'user.unban', subjectOf(user.id), { reason: input.reason });
  });
}

/** Gives and takes roles; the account follows within seconds. One's own roles cannot be changed. @throws AppError 403, 404 */
export async function setRolesOf(ctx: Ctx, input: { user_id: number; roles: readonly Role[]; reason: string }): Promise<void> {
  const staff_id = requireVerb(ctx, 'user.roles');
  if (input.user_id === staff_id) throw forbidden('不能修改自己的角色');
  const roles = ROLES.filter((role) => input.roles.includes(role));
  if (roles.length !== new Set(input.roles).size) throw invalid({ roles: '角色无效' });
  await inTransaction(ctx, async (tx) => {
    const user = await lockedUser(tx, input.user_id);
    await writeRolesOf(tx.db, user.id, roles);
    await recordAudit(tx, 'user.roles', subjectOf(user.id), { before: user.roles, roles, reason: input.reason });
    tx.afterCommit(() => tokenMemory(tx.app).forgetUser(user.id));
  });
}

/** How many came each Shanghai day since then; days without any are absent. */
export function newUsersByDay(ctx: Ctx, since: Date): Promise<Array<{ day: string; n: number }>> {
  return countNewUsers(ctx.db, since);
}

/** Every account with a role that is not banned. */
export async function staffAccounts(ctx: Ctx): Promise<Array<{ id: number; roles: Role[] }>> {
  return findStaffAccounts(ctx.db);
}

/** Whether a code that was sent by text message ever let anybody in. */
export const usedSms = (ctx: Ctx): Promise<boolean> => findSmsUsed(ctx.db);

/** The roles of somebody for whom a job works, as they are now; null: gone or banned. */
export async function rolesNow(ctx: Ctx, user_id: number): Promise<Role[] | null> {
  const user = await findUser(ctx.db, user_id);
  return user && !user.blocked ? ROLES.filter((role) => user.roles.includes(role)) : null;
}

const subjectOf = (user_id: number) => `user:${user_id}`;

async function lockedUser(tx: TxCtx, user_id: number): Promise<UserRow> {
  requireUser(tx);
  const user = await lockUser(tx.db, user_id);
  if (!user) throw notFound('用户不存在');
  return user;
}

/** What happens to staff is for who gives roles. */
function requireRank(tx: TxCtx, user: UserRow): void {
  if (user.roles.length > 0 && !can(tx.actor, 'user.roles')) throw forbidden('工作人员的账号由管理员处理');
}

/** One login, or all with what they made. */
async function endAll(tx: TxCtx, user_id: number, token_id?: number): Promise<void> {
  if (token_id === undefined) await endAllOfUser(tx, user_id);
  else await endTokens(tx, { user_id, token_id });
}

/** Ids of the accounts of these phones, for staff who give something to many; phones without one are absent. @throws AppError 403 */
export function usersByMobile(ctx: Ctx, mobiles: readonly string[]): Promise<Map<string, number>> {
  requireVerb(ctx, 'user.gift');
  return findIdsByMobile(ctx.db, mobiles);
}

/** The account of a phone that its owner proves; null: it has none. `blocked`: it may not be used. */
export async function userByMobile(ctx: Ctx, mobile: string): Promise<{ id: number; blocked: boolean } | null> {
  const user = await findUserByMobile(ctx.db, mobile);
  return user ? { id: user.id, blocked: user.blocked } : null;
}
