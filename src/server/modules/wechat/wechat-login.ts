import { WECHAT_STATES, type WechatPersonShown, type WechatQr } from '#contract/account.ts';
import { checkPassword, checkPhone } from '#contract/identity.ts';
import { type App, type Ctx, inTransaction, type TxCtx, userId } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { randomDigits, randomToken, sha256 } from '../../kernel/ids.ts';
import { emit } from '../../outbox/outbox.ts';
import { WechatRefused } from '../../providers/wechat-login/port.ts';
import { createUser, issueToken, type Login, type LoginFrom, requireFreshProof, userByMobile, withCode } from '../identity/index.ts';
import {
  deleteIdentity,
  deleteOldLogins,
  findByState,
  findIdentity,
  findLogin,
  identityOf,
  insertIdentity,
  insertLogin,
  moveLogin,
  prolongLogin,
  touchIdentity,
  type WechatLoginRow,
} from './repo.ts';
import { nicknameFrom } from './rules.ts';

/** Removes QRs an hour after they ended: what WeChat said of who did not stay is not retained. */
export function wechatJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'wechat.forget-logins',
      cron: '27 * * * *',
      run: () => deleteOldLogins(app.db, new Date(app.clock.now().getTime() - 3_600_000)),
    },
  ];
}

/** How long a QR is good, and how long who scanned it may take to name their phone. */
export const QR_TTL_MS = 3 * 60_000;
export const BIND_TTL_MS = 10 * 60_000;

const EXPIRED_TEXT = '二维码已失效，请刷新';
const CANCELLED_TEXT = '您已在手机上取消登录';
const OTHER_WECHAT_TEXT = '该手机号已绑定其他微信，请先用手机号登录后解绑';
const OTHER_USER_TEXT = '该微信已绑定其他账号';
const state = (key: keyof typeof WECHAT_STATES, text: string, data: unknown = null) =>
  new AppError(text, { code: WECHAT_STATES[key], data });

/**
 * A QR for the browser that asks. With `link` it links the WeChat to the signed-in user, else it signs in. What comes back is good with
 * the same browser's cookie only.
 * @throws AppError code 2 for a visitor who wants to link; 409 when they have a WeChat already; 428: a link wants fresh proof
 */
export async function startWechatLogin(
  ctx: Ctx,
  { browser, link, return_url }: { browser: string; link: boolean; return_url: string },
): Promise<WechatQr> {
  const link_user_id = link ? userId(ctx) : null;
  if (link && link_user_id === null) throw new AppError('请先登录', { code: 2 });
  if (link_user_id !== null && (await identityOf(ctx.db, link_user_id))) throw conflict('您已绑定微信，更换前请先解绑');
  if (link_user_id !== null) await requireFreshProof(ctx);
  const [token, passed] = [randomToken(24), randomToken(24)];
  const created_at = ctx.app.clock.now();
  const expires_at = new Date(created_at.getTime() + QR_TTL_MS);
  await insertLogin(ctx.db, {
    ...{ token_hash: sha256(token), browser_hash: sha256(browser), state_hash: sha256(passed), link_user_id, created_at, expires_at },
  });
  const { wechat_login: port } = ctx.app.providers;
  return { token, mode: port.mode, url: port.address(passed, return_url), expires_at: unixSeconds(expires_at) };
}

/** The phone has scanned, or gave up. @throws AppError 404 for a QR that is over */
export async function noteScan(ctx: Ctx, passed: string, what: 'scanned' | 'cancelled'): Promise<void> {
  const login = await findByState(ctx.db, sha256(passed));
  const now = ctx.app.clock.now();
  if (!login || !(await moveLogin(ctx.db, { id: login.id, from: ['waiting', 'scanned'], to: what, now }))) throw notFound(EXPIRED_TEXT);
}

/**
 * What came back from WeChat. `browser` null: the adapter's own phone, for which no browser speaks. A browser that did not ask is refused:
 * otherwise a link could sign its reader in as somebody else.
 * @throws AppError 403 foreign state or browser; code 1 when WeChat refused the code; 502 when it is out of reach
 */
export async function takeWechatCode(
  ctx: Ctx,
  { code, passed, browser }: { code: string; passed: string; browser: string | null },
): Promise<void> {
  const login = await findByState(ctx.db, sha256(passed));
  const now = ctx.app.clock.now();
  if (!login || (browser !== null && login.browser_hash !== sha256(browser))) throw forbidden('登录请求不是由此浏览器发起的，请重新扫码');
  if (login.expires_at <= now || !['waiting', 'scanned'].includes(login.status)) throw new AppError(EXPIRED_TEXT);
  const person = await ctx.app.providers.wechat_login.exchange(code).catch((cause: unknown) => {
    if (cause instanceof WechatRefused) throw new AppError('微信授权已失效，请重新扫码', { cause });
    throw new AppError('微信登录暂时不可用，请使用手机号登录', { status: 502, cause });
  });
  if (!(await moveLogin(ctx.db, { id: login.id, from: ['waiting', 'scanned'], to: 'confirmed', now, person })))
    throw new AppError(EXPIRED_TEXT);
  await prolongLogin(ctx.db, login.id, new Date(now.getTime() + BIND_TTL_MS));
}

/** What a poll may end with. */
export type WechatOutcome = { login: Login } | { linked: number };

/**
 * The poll of checkwechatlogin: the login once somebody known agreed. Of two polls at once one gets it.
 * @throws AppError code 3 waiting, 4 scanned, 5 over, 6 not linked yet (`data`: who), 7 cancelled; 409 when the link is not possible
 */
export async function checkWechatLogin(
  ctx: Ctx,
  { token, browser, ...from }: LoginFrom & { token: string; browser: string },
): Promise<WechatOutcome> {
  const row = await findLogin(ctx.db, sha256(token), sha256(browser));
  const now = ctx.app.clock.now();
  if (!row || row.status === 'done' || row.expires_at <= now) throw state('expired', EXPIRED_TEXT);
  if (row.status === 'cancelled') throw state('cancelled', CANCELLED_TEXT);
  if (row.status === 'waiting') throw state('waiting', '请使用微信扫码');
  if (row.status === 'scanned') throw state('scanned', '已扫码，请在手机上确认');
  const person = personOf(row);
  if (row.link_user_id !== null) return { linked: await linkTo(ctx, row, row.link_user_id) };
  const known = await findIdentity(ctx.db, person.unionid);
  if (!known) {
    const shown: WechatPersonShown = { nickname: nicknameFrom(person.nickname), headimgurl: person.headimgurl };
    throw state('unbound', '请绑定手机号', shown);
  }
  const { device } = from;
  return inTransaction(ctx, async (tx) => {
    if (!(await moveLogin(tx.db, { id: row.id, from: ['confirmed'], to: 'done', now }))) throw state('expired', EXPIRED_TEXT);
    await touchIdentity(tx.db, known.id, person);
    return { login: await issueToken(tx, known.user_id, 'wechat', { device, browser }) };
  });
}

async function linkTo(ctx: Ctx, row: WechatLoginRow, user_id: number): Promise<number> {
  if (userId(ctx) !== user_id) throw state('expired', EXPIRED_TEXT);
  await inTransaction(ctx, async (tx) => {
    if (!(await moveLogin(tx.db, { id: row.id, from: ['confirmed'], to: 'done', now: tx.app.clock.now() })))
      throw state('expired', EXPIRED_TEXT);
    await link(tx, row, user_id);
  });
  return user_id;
}

async function link(tx: TxCtx, row: WechatLoginRow, user_id: number): Promise<void> {
  const { unionid, openid, nickname } = personOf(row);
  if (await identityOf(tx.db, user_id)) throw conflict(OTHER_WECHAT_TEXT);
  const now = tx.app.clock.now();
  if (!(await insertIdentity(tx.db, { user_id, unionid, openid, nickname, created_at: now }))) throw conflict(OTHER_USER_TEXT);
  await emit(tx, 'user.security', { user_id, what: 'wechat_linked', detail: nickname, at: now.toISOString() });
}

export interface BindInput extends LoginFrom {
  token: string;
  browser: string;
  account: string;
  captcha: string;
  nickname: string;
  /** Only for a phone that has no account yet. */
  password: string;
  web_channel_id?: string | undefined;
  invitor_id?: number | undefined;
  /** How old who has no account yet says they are at least; 0: nothing. */
  age?: number | undefined;
}

/**
 * Links the WeChat that scanned to the account of a phone that a code proves, making the account when there is none, and signs in. Who the WeChat
 * is, is what the server stored behind the token.
 * @throws AppError code 1 with fields account, captcha, password; 403 blocked; 409 the phone or the WeChat is taken; code 5 over
 */
export async function bindWechat(ctx: Ctx, input: BindInput): Promise<Login> {
  const row = await findLogin(ctx.db, sha256(input.token), sha256(input.browser));
  const now = ctx.app.clock.now();
  if (row?.status !== 'confirmed' || row.link_user_id !== null || row.expires_at <= now)
    throw state('expired', '微信登录已超时，请重新扫码');
  const wrong = checkPhone(input.account);
  if (wrong) throw invalid({ account: wrong });
  const user = await userByMobile(ctx, input.account);
  if (user?.blocked) throw forbidden('该账号已被停用，请联系客服');
  if (user && (await identityOf(ctx.db, user.id))) throw conflict(OTHER_WECHAT_TEXT);
  const weak = user ? null : checkPassword(input.password);
  if (weak) throw invalid({ password: weak });
  const proof = { mobile: input.account, captcha: input.captcha, purpose: user ? ('login' as const) : ('register' as const) };
  return withCode(ctx, proof, () =>
    inTransaction(ctx, async (tx) => {
      if (!(await moveLogin(tx.db, { id: row.id, from: ['confirmed'], to: 'done', now })))
        throw state('expired', '微信登录已超时，请重新扫码');
      const user_id = user?.id ?? (await makeUser(tx, input));
      await link(tx, row, user_id);
      return issueToken(tx, user_id, 'wechat', input);
    }),
  );
}

function makeUser(tx: TxCtx, { account, password, nickname, web_channel_id, invitor_id, age }: BindInput): Promise<number> {
  return createUser(tx, {
    ...{ mobile: account, password, nickname: nicknameFrom(nickname) || `策友${randomDigits(6)}` },
    ...(web_channel_id ? { web_channel_id } : {}),
    ...(invitor_id ? { invitor_id } : {}),
    registers: { age: age ?? 0 },
  });
}

/** The WeChat of a user; null: none. */
export async function wechatOf(ctx: Ctx, user_id: number): Promise<{ nickname: string; link_time: number } | null> {
  const row = await identityOf(ctx.db, user_id);
  return row ? { nickname: row.nickname || '微信用户', link_time: unixSeconds(row.created_at) } : null;
}

/** Takes the reader's WeChat away; the phone opens the account as before. @throws AppError 404 without one */
export async function unlinkWechat(ctx: Ctx, user_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteIdentity(tx.db, user_id))) throw notFound('没有绑定微信');
    await emit(tx, 'user.security', { user_id, what: 'wechat_unlinked', detail: '', at: tx.app.clock.now().toISOString() });
  });
}

/** Erases the stored WeChat data of a user; for an account that is erased. */
export async function forgetWechat(tx: TxCtx, user_id: number): Promise<void> {
  await deleteIdentity(tx.db, user_id);
}

function personOf({ unionid, openid, nickname, headimgurl }: WechatLoginRow) {
  if (!unionid || !openid) throw state('expired', EXPIRED_TEXT);
  return { unionid, openid, nickname: nickname ?? '', headimgurl: headimgurl ?? '' };
}
