import { LRUCache } from 'lru-cache';
import type { App, Role } from '../../app/ctx.ts';
import { TOKEN_MEMORY_MOST, TOKEN_MEMORY_MS } from './limits.ts';

/** What a valid token stands for. */
export interface TokenHolder {
  token_id: number;
  user_id: number;
  roles: Role[];
  expires_at: Date;
}

/**
 * The tokens that this process saw within the last two seconds, so that a burst of calls costs one query. Forgetting is immediate
 * here; a lookup that was under way while somebody was forgotten is not kept.
 */
export class TokenMemory {
  #kept = new LRUCache<string, { holder: TokenHolder; until_ms: number }>({ max: TOKEN_MEMORY_MOST });
  #forgotten = 0;

  recall(token_hash: string, now_ms: number): TokenHolder | null {
    const hit = this.#kept.get(token_hash);
    if (!hit || hit.until_ms <= now_ms || hit.holder.expires_at.getTime() <= now_ms) return null;
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
