import type { OwnDevice } from '#contract/account.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import type { Queryable } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { findCrowded, findSharedNetwork, findUsersBeside, findUsersOfBrowser } from './devices.repo.ts';
import { endTokens } from './log-in.ts';
import { TOKEN_TTL_MS } from './login-limits.ts';
import { findLogins, findOpenAccount, findUser } from './repo.ts';

const WAYS: Record<string, string> = {
  password: '密码',
  sms: '短信验证码',
  register: '注册',
  wechat: '微信',
  passkey: '通行密钥',
  code: '登录链接',
};

/** 203.0.113.7 as 203.0.*.*; of IPv6 what names the provider. Empty stays empty. */
export function maskNetwork(network: string): string {
  if (network === '') return '';
  if (network.includes(':')) return `${network.split(':').slice(0, 2).join(':')}:*`;
  return `${network.split('.').slice(0, 2).join('.')}.*.*`;
}

/** Where the reader is signed in, the newest login first. */
export async function ownDevices(ctx: Ctx): Promise<OwnDevice[]> {
  const user_id = requireUser(ctx);
  const mine = ctx.actor.kind === 'user' ? ctx.actor.token_id : 0;
  const rows = await findLogins(ctx.db, user_id, ctx.app.clock.now());
  return rows.map((row) => ({
    id: row.id,
    device: row.device || '未知设备',
    network: maskNetwork(row.network),
    way: WAYS[row.way] ?? '',
    is_this: row.id === mine ? 1 : 0,
    login_time: unixSeconds(row.created_at),
    // the end of a login moves with its use, once a day
    used_day: unixSeconds(new Date(row.expires_at.getTime() - TOKEN_TTL_MS)),
  }));
}

/** Ends one of the reader's own logins, at once in this process. @throws AppError 404 for those of others and those that are over */
export async function endOwnLogin(ctx: Ctx, token_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  const ended = await inTransaction(ctx, (tx) => endTokens(tx, { user_id, token_id }));
  if (ended === 0) throw notFound('登录不存在或已经结束');
}

/** Ends every login of the reader but this one. */
export async function endOtherOwnLogins(ctx: Ctx): Promise<void> {
  const user_id = requireUser(ctx);
  const keep = ctx.actor.kind === 'user' ? ctx.actor.token_id : 0;
  await inTransaction(ctx, (tx) => endTokens(tx, { user_id, but: keep }));
}

/** Logins are stored for half a year as the law wants; whom they bring together is asked of those that ended this week, or live. */
const recently = (ctx: Ctx): Date => new Date(ctx.app.clock.now().getTime() - 7 * 86_400_000);

/** Whether two users signed in from the same network: an office, or one person. */
export function shareNetwork(ctx: Ctx, a: number, b: number): Promise<boolean> {
  return findSharedNetwork(ctx.db, a, b, recently(ctx));
}

/** Others who signed in from a browser of this user, 100 at most, each with what that browser is. */
export function usersBeside(ctx: Ctx, user_id: number): Promise<Array<{ user_id: number; device: string }>> {
  return findUsersBeside(ctx.db, user_id, 100);
}

/** Of these users those from a network that `most` or more of them share. */
export function crowdedUsers(ctx: Ctx, user_ids: readonly number[], most: number): Promise<number[]> {
  return findCrowded(ctx.db, user_ids, most, recently(ctx));
}

/** The inviter of a user; null: none. */
export async function invitorOf(ctx: Ctx, user_id: number): Promise<number | null> {
  return (await findUser(ctx.db, user_id))?.invitor_id ?? null;
}

/** Whether an account was closed for ever: its row stays, because orders and talks name it. */
export async function isAccountClosed(ctx: Ctx, user_id: number): Promise<boolean> {
  const user = await findUser(ctx.db, user_id);
  return user === null || user.closed_at !== null;
}

/** Whether somebody can be given something, and do what they owe others: an account that is neither blocked nor closed. */
export function isAccountOpen({ db }: { db: Queryable }, user_id: number): Promise<boolean> {
  return findOpenAccount(db, user_id);
}

/** Users who signed in from a browser, by the sha256 of its cookie; a hundred at most. */
export function usersOfBrowser(ctx: Ctx, browser_hash: string): Promise<number[]> {
  return findUsersOfBrowser(ctx.db, browser_hash, 100);
}
