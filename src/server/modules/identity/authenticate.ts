import { LRUCache } from 'lru-cache';
import type { Actor, App, Role } from '../../app/ctx.ts';
import { sha256 } from '../../kernel/ids.ts';
import { TOKEN_EXTEND_EVERY_MS, TOKEN_MEMORY_MOST, TOKEN_MEMORY_MS, TOKEN_TTL_MS } from './login-limits.ts';
import { extendToken, findToken } from './repo.ts';

/** Ours have 43 characters; longer ones are not looked up. */
const LONGEST = 128;

/** What a valid token stands for. */
export interface TokenHolder {
  token_id: number;
  user_id: number;
  roles: Role[];
  expires_at: Date;
}

/**
 * The tokens that this process saw within the last two seconds, so that a burst of calls costs one query. Forgetting is immediate here; a lookup
 * that was under way while a token was forgotten is not cached.
 */
export class TokenMemory {
  #kept = new LRUCache<string, { holder: TokenHolder; until_ms: number }>({ max: TOKEN_MEMORY_MOST });
  #forgotten = 0;

  recall(token_hash: string, now_ms: number): TokenHolder | null {
    const hit = this.#kept.get(token_hash);
    // also not after the clock was set back, when more than all of its time is left
    if (!hit || hit.until_ms <= now_ms || hit.until_ms > now_ms + TOKEN_MEMORY_MS || hit.holder.expires_at.getTime() <= now_ms) return null;
    return hit.holder;
  }

  /** To be taken before a lookup and handed to `keep` after it. */
  mark(): number {
    return this.#forgotten;
  }

  keep(token_hash: string, holder: TokenHolder, now_ms: number, mark: number): void {
    if (mark !== this.#forgotten) return;
    this.#kept.set(token_hash, { holder, until_ms: now_ms + TOKEN_MEMORY_MS });
  }

  forgetUser(user_id: number): void {
    this.#forgotten++;
    for (const [token_hash, { holder }] of this.#kept) if (holder.user_id === user_id) this.#kept.delete(token_hash);
  }
}

const memories = new WeakMap<App, TokenMemory>();

export function tokenMemory(app: App): TokenMemory {
  let memory = memories.get(app);
  if (!memory) {
    memory = new TokenMemory();
    memories.set(app, memory);
  }
  return memory;
}

/**
 * The actor behind a token, or null when it is unknown, expired, revoked or its user blocked. One indexed query, or none within
 * two seconds of the last; a use moves the end of the login 30 days ahead, written at most once a day.
 */
export async function authenticate(app: App, token: string, address: string): Promise<Actor | null> {
  if (token.length > LONGEST) return null;
  const now = app.clock.now();
  const token_hash = sha256(token);
  const memory = tokenMemory(app);
  let holder = memory.recall(token_hash, now.getTime());
  if (!holder) {
    const mark = memory.mark();
    holder = await findToken(app.db, token_hash, now);
    if (!holder) return null;
    if (holder.expires_at.getTime() < now.getTime() + TOKEN_TTL_MS - TOKEN_EXTEND_EVERY_MS) {
      const expires_at = new Date(now.getTime() + TOKEN_TTL_MS);
      await extendToken(app.db, holder.token_id, expires_at);
      holder = { ...holder, expires_at };
    }
    memory.keep(token_hash, holder, now.getTime(), mark);
  }
  return { kind: 'user', user_id: holder.user_id, token_id: holder.token_id, roles: holder.roles, address };
}
