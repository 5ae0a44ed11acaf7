import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { endTokens } from './end-logins.ts';

/** Ends the login that this call came with; other browsers stay signed in. Nothing happens for a visitor. */
export async function logOut(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const { token_id } = ctx.actor;
  // an employee's login is their own, whoever they act for
  const user_id = ctx.actor.employee_id ?? ctx.actor.user_id;
  await inTransaction(ctx, (tx) => endTokens(tx, { user_id, token_id }));
}
