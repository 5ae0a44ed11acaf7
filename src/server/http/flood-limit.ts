import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Actor } from '../app/ctx.ts';
import { tooOften } from '../kernel/errors.ts';
import { isLoopback, limitKey } from './client-address.ts';

const FLOOD_POINTS = 1_200;
const FLOOD_WINDOW_S = 10;

/** Refuses an address that calls more often than people and their tabs ever do: 1,200 calls in 10 s. */
export interface FloodLimit {
  /** @throws AppError 429 */
  check(address: string): Promise<void>;
}

/**
 * Loopback is not counted: a proxy on this machine that is not named in TRUST_PROXY would make one reader of all of them.
 */
export function createFloodLimit(points = FLOOD_POINTS, window_s = FLOOD_WINDOW_S): FloodLimit {
  const limiter = new RateLimiterMemory({ points, duration: window_s });
  return {
    async check(address) {
      if (address !== '' && !isLoopback(address)) await consume(limiter, limitKey(address));
    },
  };
}

/** One call of the actor: users are counted by id, visitors by address. @throws AppError 429 with the seconds to wait */
export async function consumeLimit(limiter: RateLimiterMemory, actor: Actor): Promise<void> {
  await consume(limiter, actor.kind === 'user' ? `u${actor.user_id}` : actor.kind === 'visitor' ? limitKey(actor.address) : actor.kind);
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    const ms = (refused as { msBeforeNext?: number }).msBeforeNext ?? 60_000;
    throw tooOften(undefined, Math.max(1, Math.ceil(ms / 1000)));
  }
}
