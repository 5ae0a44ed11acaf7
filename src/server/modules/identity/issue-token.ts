import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { AppError } from '../../kernel/errors.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { emit } from '../../outbox/outbox.ts';
import { forgetOldDevices, keepAccount, seeDevice } from './devices.repo.ts';
import { DEVICES_KEPT, TOKEN_TTL_MS } from './login-limits.ts';
import { insertToken } from './repo.ts';
import './security-events.ts';

export const BLOCKED_TEXT = '该账号已被停用，请联系客服';

/** A login of one browser. The token leaves once, in the answer; we keep its hash. */
export interface Login {
  token: string;
  user_id: number;
}

/** How somebody proved who they are; shown to them beside each login. */
export type LoginWay = 'password' | 'sms' | 'register' | 'wechat' | 'passkey' | 'code';

/** Ways that prove the holder afresh; WeChat and a link that was handed over say only that somebody had one. */
const PROVES: readonly string[] = ['password', 'sms', 'register', 'passkey'] satisfies LoginWay[];

/** What somebody signs in with. */
export interface LoginFrom {
  /** System and browser; '' when it said nothing known. */
  device?: string | undefined;
  /** The browser's cookie; absent: a caller without one, which is never reported as a new device. */
  browser?: string | undefined;
}

/**
 * Opens a login of 30 days for the user; the caller proved who they are. An account that was to be closed stays.
 * @throws AppError 403 for a blocked user
 */
export async function issueToken(ctx: Ctx, user_id: number, way: LoginWay | '' = '', from: LoginFrom = {}): Promise<Login> {
  const login = await openLogin(ctx, { user_id, password_hash: null, way, ...from });
  if (!login) throw new AppError(BLOCKED_TEXT, { status: 403 });
  return login;
}

/**
 * The login that `password_hash` (null: something else) opened, unless the user was blocked or has another password by now: weighing
 * takes its time, and a reset meanwhile ends all logins that the old password opened, this one too.
 */
export function openLogin(
  ctx: Ctx,
  {
    user_id,
    password_hash,
    way,
    device = '',
    browser = '',
  }: LoginFrom & { user_id: number; password_hash: string | null; way: LoginWay | '' },
): Promise<Login | null> {
  const token = randomToken(32);
  const now = ctx.app.clock.now();
  const network = 'address' in ctx.actor ? ctx.actor.address : '';
  return inTransaction(ctx, async (tx) => {
    const opened = await insertToken(tx.db, {
      ...{ user_id, password_hash, device, network, way },
      token_hash: sha256(token),
      proven_at: PROVES.includes(way) ? now : null,
      created_at: now,
      expires_at: new Date(now.getTime() + TOKEN_TTL_MS),
    });
    if (!opened) return null;
    if (await keepAccount(tx.db, user_id)) await emit(tx, 'user.security', { user_id, what: 'stays', detail: '', at: now.toISOString() });
    if (browser !== '') await noteDevice(tx, { user_id, browser, device, network });
    return { token, user_id };
  });
}

/** Remembers the browser; the user is notified of a new one beside others. */
async function noteDevice(tx: TxCtx, of: { user_id: number; browser: string; device: string; network: string }): Promise<void> {
  const { user_id, device, network } = of;
  const now = tx.app.clock.now();
  const seen = await seeDevice(tx.db, { user_id, device_hash: sha256(of.browser), device, network, now });
  if (!seen.is_new || seen.others === 0) return;
  await forgetOldDevices(tx.db, user_id, DEVICES_KEPT);
  await emit(tx, 'user.security', { user_id, what: 'new_device', detail: device, at: now.toISOString() });
}
