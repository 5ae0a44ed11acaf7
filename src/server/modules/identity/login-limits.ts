import type { App } from '../../app/ctx.ts';
import { tooOften } from '../../kernel/errors.ts';
import { hmacSha256 } from '../../kernel/ids.ts';
import { logMark } from './log-mark.ts';
import { countTries, giveBackTries, takeTry } from './login-limits.repo.ts';

/** Bounds of identity, in one place so that an operator's engineer finds them. */

/** How long a login lasts after its last use, and how often that is written down. */
export const TOKEN_TTL_MS = 30 * 86_400_000;
export const TOKEN_EXTEND_EVERY_MS = 86_400_000;
/** A revoked token is refused at once in this process, and after this long in all others. */
export const TOKEN_MEMORY_MS = 2_000;
export const TOKEN_MEMORY_MOST = 10_000;

export const SMS_CODE_TTL_MS = 10 * 60_000;
/** Wrong attempts from where the code was asked for, and as many from everywhere else together: a stranger cannot use up the owner's. */
export const SMS_CODE_TRIES = 5;
export const SMS_PER_MOBILE = { minute: 1, hour: 5, day: 10 } as const;
/** Less than the phone may have, so that one address cannot use up what another one may ask for. */
export const SMS_PER_PAIR = { hour: 4, day: 7 } as const;
/** An office shares one address, so these are wider. */
export const SMS_PER_ADDRESS = { minute: 20, hour: 100, day: 500 } as const;

/**
 * Wrong passwords: for one phone from one address, from one address over all phones, and for one phone from everywhere (ASVS 2.2.1
 * asks for at most 100 an hour). The last one shuts the password's door only; a code by SMS still opens.
 */
export const LOGIN_FAILURES_PER_PAIR = { points: 10, window_s: 900 } as const;
export const LOGIN_FAILURES_PER_ADDRESS = { points: 100, window_s: 900 } as const;
export const LOGIN_FAILURES_PER_MOBILE = { points: 100, window_s: 3_600 } as const;

/** After so many wrong passwords for a phone from an address a picture must be read each time. */
export const LOGIN_FREE_FAILURES = 5;

/** How long a password, code or passkey counts as fresh for what opens a lasting way in. */
export const PROOF_TTL_MS = 10 * 60_000;
/** A login that is handed over in an address. */
export const HANDOVER_TTL_MS = 60_000;
/** The challenge of a passkey. */
export const PASSKEY_TTL_MS = 5 * 60_000;
export const PASSKEYS_MOST = 10;
/** Browsers that are remembered of a user; the longest unused go. */
export const DEVICES_KEPT = 50;
/** How long an account that its owner closes can still be restored, by signing in. */
export const CLOSING_GRACE_MS = 7 * 86_400_000;
/** What its owner agreed to give up counts so long after that; what keeps it open longer asks for their word again. */
export const CLOSING_NOTE_MS = 90 * 86_400_000;

/** argon2id takes 19 MiB and a core each; those that would wait behind more than this many are asked to come again. */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING = 64;

/** Keys of an attempt in the order in which its limits count it. Hashes: the table names no phone and no address. */
function keysOf({ config }: App, mobile: string, address: string): { pair: string; network: string; account: string } {
  const key = (limit: string, text: string) => `${limit}:${hmacSha256(config.secrets.code, `login try:${limit}:${text}`)}`;
  return { pair: key('pair', `${mobile} ${address}`), network: key('network', address), account: key('account', mobile) };
}

const LIMITS = {
  pair: LOGIN_FAILURES_PER_PAIR,
  network: LOGIN_FAILURES_PER_ADDRESS,
  account: LOGIN_FAILURES_PER_MOBILE,
} as const;

/**
 * Counts an attempt before it is weighed, over all processes, so that parallel guesses count too. Per phone and address first: one stranger
 * cannot lock somebody else's phone out from afar, only a hundred wrong passwords within the hour from many networks do.
 * @throws AppError 429
 */
export async function countLoginTry(app: App, mobile: string, address: string): Promise<void> {
  const now = app.clock.now();
  const keys = keysOf(app, mobile, address);
  for (const limit of ['pair', 'network', 'account'] as const) {
    const { points, window_s } = LIMITS[limit];
    const { tries, ends_at } = await takeTry(app.db, { key: keys[limit], now, ends_at: new Date(now.getTime() + window_s * 1000) });
    if (tries <= points) continue;
    // once a window: an attack must not fill the log
    if (tries === points + 1) {
      app.log.warn({ limit, account: logMark(app, mobile), network: logMark(app, address) }, 'too many failed logins');
    }
    const wait_s = Math.max(1, Math.ceil((ends_at.getTime() - now.getTime()) / 1000));
    throw tooOften('密码错误次数过多，请稍后再试或使用短信登录', wait_s);
  }
}

/** How many attempts for the phone from the address count now. */
export function countedLoginTries(app: App, mobile: string, address: string): Promise<number> {
  return countTries(app.db, keysOf(app, mobile, address).pair, app.clock.now());
}

/** An attempt that was never weighed costs nothing. */
export async function giveBackLoginTry(app: App, mobile: string, address: string): Promise<void> {
  await giveBackTries(app.db, { keys: Object.values(keysOf(app, mobile, address)), forget: '', now: app.clock.now() });
}

/** The right password takes its attempt back, and clears the phone's count from there. */
export async function forgiveLoginTries(app: App, mobile: string, address: string): Promise<void> {
  const keys = keysOf(app, mobile, address);
  await giveBackTries(app.db, { keys: Object.values(keys), forget: keys.pair, now: app.clock.now() });
}

/** Wrong guesses of one secret that is no account's: from one address, and from everywhere. */
const GUESSES = { pair: LOGIN_FAILURES_PER_PAIR, all: { points: 100, window_s: 3_600 } } as const;

/**
 * Counts a guess of the secret that `what` names before it is weighed, over all processes, by address first. @returns what takes it back when it was right
 * @throws AppError 429
 */
export async function countGuess(app: App, what: string, address: string): Promise<() => Promise<void>> {
  const now = app.clock.now();
  const key = (text: string) => `guess:${hmacSha256(app.config.secrets.code, `guess:${text}`)}`;
  const keys = { pair: key(`${what} ${address}`), all: key(what) };
  for (const limit of ['pair', 'all'] as const) {
    const { points, window_s } = GUESSES[limit];
    const { tries, ends_at } = await takeTry(app.db, { key: keys[limit], now, ends_at: new Date(now.getTime() + window_s * 1000) });
    if (tries > points) throw tooOften('密码错误次数过多，请稍后再试', Math.max(1, Math.ceil((ends_at.getTime() - now.getTime()) / 1000)));
  }
  return () => giveBackTries(app.db, { keys: Object.values(keys), forget: keys.pair, now });
}
