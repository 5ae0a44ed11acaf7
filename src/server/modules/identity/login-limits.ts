import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { App } from '../../app/ctx.ts';
import { tooOften } from '../../kernel/errors.ts';
import { LOGIN_FAILURES_PER_ADDRESS, LOGIN_FAILURES_PER_MOBILE, LOGIN_FAILURES_PER_PAIR } from './limits.ts';
import { logMark } from './log-mark.ts';

interface LoginLimits {
  pair: RateLimiterMemory;
  address: RateLimiterMemory;
  mobile: RateLimiterMemory;
}

const all = new WeakMap<App, LoginLimits>();

function limitsOf(app: App): LoginLimits {
  let limits = all.get(app);
  if (!limits) {
    const make = ({ points, window_s }: { points: number; window_s: number }) => new RateLimiterMemory({ points, duration: window_s });
    limits = {
      pair: make(LOGIN_FAILURES_PER_PAIR),
      address: make(LOGIN_FAILURES_PER_ADDRESS),
      mobile: make(LOGIN_FAILURES_PER_MOBILE),
    };
    all.set(app, limits);
  }
  return limits;
}

/**
 * Counts a try before it is weighed, so that parallel guesses count too. Per phone and address first: one stranger cannot shut
 * somebody else's phone out from afar, only a hundred wrong passwords within the hour from many networks do.
 * @throws AppError 429
 */
export async function countLoginTry(app: App, mobile: string, address: string): Promise<void> {
  const { pair, address: network, mobile: phone } = limitsOf(app);
  for (const [limit, limiter, key] of [
    ['pair', pair, `${mobile} ${address}`],
    ['network', network, address],
    ['account', phone, mobile],
  ] as const) {
    try {
      await limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // once a window: an attack must not fill the log
      if (refused.consumedPoints === limiter.points + 1) {
        app.log.warn({ limit, account: logMark(app, mobile), network: logMark(app, address) }, 'too many failed logins');
      }
      throw tooOften('密码错误次数过多，请稍后再试或使用短信登录', Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
    }
  }
}

/** How many tries for the phone from the address count now. */
export async function countedLoginTries(app: App, mobile: string, address: string): Promise<number> {
  return (await limitsOf(app).pair.get(`${mobile} ${address}`))?.consumedPoints ?? 0;
}

/** A try that was never weighed costs nothing. */
export async function giveBackLoginTry(app: App, mobile: string, address: string): Promise<void> {
  const limits = limitsOf(app);
  await limits.pair.reward(`${mobile} ${address}`);
  await limits.address.reward(address);
  await limits.mobile.reward(mobile);
}

/** The right password takes its try back, and clears the phone's count from there. */
export async function forgiveLoginTries(app: App, mobile: string, address: string): Promise<void> {
  await giveBackLoginTry(app, mobile, address);
  await limitsOf(app).pair.delete(`${mobile} ${address}`);
}
