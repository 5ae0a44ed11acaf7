import { PROOF_WANTED_STATUS } from '#contract/envelope.ts';
import { checkPassword, checkPhone } from '#contract/identity.ts';
import { type App, type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { wakeStreams } from '../../db/notifications.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { checkCaptcha } from '../captcha/index.ts';
import { tokenMemory } from './authenticate.ts';
import { withCode } from './claim-code.ts';
import { passwordMatches } from './hash-password.ts';
import { BLOCKED_TEXT, issueToken, type Login, type LoginFrom, openLogin } from './issue-token.ts';
import { logMark } from './log-mark.ts';
import {
  countedLoginTries,
  countLoginTry,
  forgiveLoginTries,
  giveBackLoginTry,
  LOGIN_FREE_FAILURES,
  PROOF_TTL_MS,
} from './login-limits.ts';
import { findOpenAccount, findStanding, findUserByMobile, isProvenSince, revokeTokens, type WhichLogins } from './repo.ts';
import { NO_SUCH_USER_TEXT } from './send-code.ts';

/** The topic by which every process ends the streams of a login. */
const loginTopic = (token_id: number): string => `login:${token_id}`;

/** The logins whose end a notice names among other topics. */
export const endedLogins = (topics: readonly string[]): number[] =>
  topics.flatMap((topic) => (topic.startsWith('login:') ? Number(topic.slice(6)) : []));

/** What a user made that outlives a single login, such as a calendar's address: ends it with all logins. */
export type LastingEnd = (tx: TxCtx, user_id: number) => Promise<void>;

const lasting: LastingEnd[] = [];

export function registerLastingEnd(end: LastingEnd): void {
  lasting.push(end);
}

const listeners = new WeakMap<App, (token_ids: readonly number[]) => void>();

/** Called after the commit, in this process, with the logins that ended. */
export function onLoginsEnded(app: App, listener: (token_ids: readonly number[]) => void): void {
  listeners.set(app, listener);
}

/** Ends logins with all that is bound to them: codes, links and streams. Says how many there were. */
export async function endTokens(tx: TxCtx, which: WhichLogins): Promise<number> {
  const ended = await revokeTokens(tx.db, which, tx.app.clock.now());
  await wakeStreams(tx.db, ended.map(loginTopic));
  tx.afterCommit(() => {
    tokenMemory(tx.app).forgetUser(which.user_id);
    listeners.get(tx.app)?.(ended);
  });
  return ended.length;
}

/** Ends all logins (or all `but` one) and what the user made that would outlive them: for a reset, another phone, a ban, a closing. */
export async function endAllOfUser(tx: TxCtx, user_id: number, but?: number): Promise<void> {
  await endTokens(tx, { user_id, ...(but === undefined ? {} : { but }) });
  for (const end of lasting) await end(tx, user_id);
}

/** Ends the login that this call came with; other browsers stay signed in. Nothing happens for a visitor. */
export async function logOut(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const { token_id } = ctx.actor;
  // an employee's login is their own, whichever enterprise they act for
  const user_id = ctx.actor.employee_id ?? ctx.actor.user_id;
  await inTransaction(ctx, (tx) => endTokens(tx, { user_id, token_id }));
}

const WRONG_LOGIN_TEXT = '账号或密码错误';

const CAPTCHA_WANTED_TEXT = '请输入图中的字符';

/**
 * After five wrong passwords each further one needs a picture that was read.
 * @throws AppError code 1 with `data.captcha` 1 when there is none, or it is wrong
 */
async function checkPicture(ctx: Ctx, input: { picture_key?: string | undefined; picture?: string | undefined }): Promise<void> {
  const { picture_key = '', picture = '' } = input;
  if (picture_key === '' || picture.trim() === '') {
    throw new AppError(CAPTCHA_WANTED_TEXT, { fields: { picture: CAPTCHA_WANTED_TEXT }, data: { captcha: 1 } });
  }
  try {
    await checkCaptcha(ctx, { key: picture_key, captcha: picture });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.message, { fields: { picture: error.message }, data: { captcha: 1 } });
  }
}

/**
 * Signs in by password. An unknown phone, an account without password and a wrong password do the same work and get the same text.
 * @throws AppError code 1: 账号或密码错误 (`data.captcha` 1: the next attempt needs a picture); 403 blocked (only after the right password); 429 too
 * many attempts; 503 too many at once
 */
export async function logInByPassword(
  ctx: Ctx,
  input: LoginFrom & { account: string; password: string; picture_key?: string | undefined; picture?: string | undefined },
  address: string,
): Promise<Login> {
  const wrong = checkPhone(input.account);
  if (wrong) throw invalid({ account: wrong });
  const weak = checkPassword(input.password);
  if (weak) throw invalid({ password: weak });
  const before = await countedLoginTries(ctx.app, input.account, address);
  await countLoginTry(ctx.app, input.account, address);
  if (before >= LOGIN_FREE_FAILURES) await checkPicture(ctx, input);
  const user = await findUserByMobile(ctx.db, input.account);
  const right = await passwordMatches(input.password, user?.password_hash ?? null).catch(async (error: unknown) => {
    await giveBackLoginTry(ctx.app, input.account, address);
    throw error;
  });
  if (!right || !user) {
    ctx.log.info(
      { request_id: ctx.request_id, account: logMark(ctx.app, input.account), network: logMark(ctx.app, address) },
      'login failed',
    );
    throw new AppError(WRONG_LOGIN_TEXT, before + 1 >= LOGIN_FREE_FAILURES ? { data: { captcha: 1 } } : {});
  }
  if (user.blocked) throw new AppError(BLOCKED_TEXT, { status: 403 });
  const { device, browser } = input;
  const login = await openLogin(ctx, { user_id: user.id, password_hash: user.password_hash, way: 'password', device, browser });
  if (!login) throw new AppError(WRONG_LOGIN_TEXT);
  await forgiveLoginTries(ctx.app, input.account, address);
  return login;
}

/**
 * Signs in by SMS code.
 * @throws AppError code 1: 用户不存在，请先注册 (spec 4.2), 验证码错误, 验证码已失效，请重新获取; 403 blocked
 */
export async function logInByCode(ctx: Ctx, input: LoginFrom & { account: string; captcha: string }): Promise<Login> {
  const wrong = checkPhone(input.account);
  if (wrong) throw invalid({ account: wrong });
  const user = await findUserByMobile(ctx.db, input.account);
  if (!user) throw new AppError(NO_SUCH_USER_TEXT, { fields: { account: NO_SUCH_USER_TEXT } });
  return withCode(ctx, { mobile: input.account, captcha: input.captcha, purpose: 'login' }, () => issueToken(ctx, user.id, 'sms', input));
}

/** The login of this call: whatever is signed for its user names it, and ends with it. 0: a job, which no login asked for. */
export const loginOf = ({ actor }: Pick<Ctx, 'actor'>): number => (actor.kind === 'user' ? actor.token_id : 0);

/** Whether what a login made (`user_id`: for whom) may still be used: the login is open, and neither its holder nor the user is banned or closed. */
export async function loginStands(ctx: Ctx, { token_id, user_id = null }: { token_id: number; user_id?: number | null }): Promise<boolean> {
  if (token_id === 0) return user_id === null || findOpenAccount(ctx.db, user_id);
  return findStanding(ctx.db, { token_id, user_id, now: ctx.app.clock.now() });
}

/**
 * For what opens a lasting way in: a token alone, which may be stolen, is not enough.
 * @throws AppError 428 with `data.prove` 1 unless password, code or passkey was given on this login within ten minutes (`prove`)
 */
export async function requireFreshProof(ctx: Ctx): Promise<void> {
  requireUser(ctx);
  const token_id = loginOf(ctx);
  if (token_id === 0) return;
  const since = new Date(ctx.app.clock.now().getTime() - PROOF_TTL_MS);
  if (!(await isProvenSince(ctx.db, token_id, since)))
    throw new AppError('请先确认是您本人操作', { status: PROOF_WANTED_STATUS, data: { prove: 1 } });
}
