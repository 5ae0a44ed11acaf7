import type { Actor, App } from '../../app/ctx.ts';
import { sha256 } from '../../kernel/ids.ts';
import { TOKEN_EXTEND_EVERY_MS, TOKEN_TTL_MS } from './limits.ts';
import { extendToken, findToken } from './repo.ts';
import { tokenMemory } from './token-memory.ts';

/** Ours have 43 characters; nobody needs more looked up. */
const LONGEST = 128;

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
