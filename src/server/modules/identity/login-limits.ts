import type { App } from '../../app/ctx.ts';
import { tooOften } from '../../kernel/errors.ts';
import { hmacSha256 } from '../../kernel/ids.ts';
import { LOGIN_FAILURES_PER_ADDRESS, LOGIN_FAILURES_PER_MOBILE, LOGIN_FAILURES_PER_PAIR } from './limits.ts';
import { logMark } from './log-mark.ts';
import { countTries, giveBackTries, takeTry } from './login-limits.repo.ts';

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
