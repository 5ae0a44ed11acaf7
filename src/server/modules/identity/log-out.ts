import type { Ctx } from '../../app/ctx.ts';
import { revokeTokens } from './repo.ts';
import { tokenMemory } from './token-memory.ts';

/** Ends the login that this call came with; other browsers stay signed in. Nothing happens for a visitor. */
export async function logOut(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const { user_id, token_id } = ctx.actor;
  await revokeTokens(ctx.db, { user_id, token_id }, ctx.app.clock.now());
  tokenMemory(ctx.app).forgetUser(user_id);
}
