import type { Ctx } from '../../app/ctx.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { loginOf } from './bound-to-login.ts';
import { deleteOldOneTime, findOneTime, insertOneTime, type OneTimeRow, takeOneTimeRow } from './one-time.repo.ts';

export type OneTimePurpose = 'login' | 'passkey-login' | 'passkey-add';

/** A code that is good once, until `ttl_ms` from now and while the login that made it is. Only its hash is kept. */
export async function makeOneTime(
  ctx: Ctx,
  { purpose, user_id = null, payload = '', ttl_ms }: { purpose: OneTimePurpose; user_id?: number | null; payload?: string; ttl_ms: number },
): Promise<string> {
  const code = randomToken(24);
  const created_at = ctx.app.clock.now();
  const expires_at = new Date(created_at.getTime() + ttl_ms);
  const token_id = loginOf(ctx) || null;
  await insertOneTime(ctx.db, { purpose, user_id, token_id, payload, code_hash: sha256(code), created_at, expires_at });
  return code;
}

/** Uses the code up; of many at once one gets it. Null: unknown, used, over, or for something else. */
export function takeOneTime(ctx: Ctx, purpose: OneTimePurpose, code: string): Promise<OneTimeRow | null> {
  return takeOneTimeRow(ctx.db, { purpose, code_hash: sha256(code), now: ctx.app.clock.now() });
}

/** Whose the code is, without using it up. */
export function readOneTime(ctx: Ctx, purpose: OneTimePurpose, code: string): Promise<OneTimeRow | null> {
  return findOneTime(ctx.db, { purpose, code_hash: sha256(code), now: ctx.app.clock.now() });
}

export const forgetOneTime = deleteOldOneTime;
