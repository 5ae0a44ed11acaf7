import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, signInFirst } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { withCode } from './claim-code.ts';
import { eraseUser, findDueClosings, writeClosing } from './closing.repo.ts';
import { CLOSING_GRACE_MS } from './limits.ts';
import { findUser, lockUser, revokeTokens } from './repo.ts';
import { tokenMemory } from './token-memory.ts';

/**
 * The signed-in user's account will be erased after seven days, proven by a code to their phone (`sendOwnCode`). All logins end; signing
 * in again keeps the account. `check` refuses while something is open.
 * @throws AppError code 1 with field captcha, 409 when it is closing already, and what `check` throws
 */
export async function startClosing(ctx: Ctx, captcha: string, check: (tx: TxCtx) => Promise<void>): Promise<Date> {
  const user = await findUser(ctx.db, requireUser(ctx));
  if (!user) throw signInFirst();
  return withCode(ctx, { mobile: user.mobile, captcha, purpose: 'security' }, () =>
    inTransaction(ctx, async (tx) => {
      const locked = await lockUser(tx.db, user.id);
      if (!locked || locked.closing_at) throw conflict('账号已经在注销中');
      await check(tx);
      const now = tx.app.clock.now();
      const closing_at = new Date(now.getTime() + CLOSING_GRACE_MS);
      await writeClosing(tx.db, user.id, closing_at);
      await revokeTokens(tx.db, { user_id: user.id }, now);
      tx.afterCommit(() => tokenMemory(tx.app).forgetUser(user.id));
      await emit(tx, 'user.security', { user_id: user.id, what: 'closing', detail: '', at: now.toISOString() });
      return closing_at;
    }),
  );
}

/** Accounts whose seven days are over, the oldest first. */
export function dueClosings(ctx: Ctx, limit: number): Promise<number[]> {
  return findDueClosings(ctx.db, ctx.app.clock.now(), limit);
}

/** Erases the account if its days are over still; others hear of it by `user.closed`. Locks the user. False: it stays. */
export async function eraseAccount(tx: TxCtx, user_id: number): Promise<boolean> {
  const user = await lockUser(tx.db, user_id);
  const now = tx.app.clock.now();
  if (!user || user.closed_at || !user.closing_at || user.closing_at > now) return false;
  await eraseUser(tx.db, user_id, now, user.mobile);
  tx.afterCommit(() => tokenMemory(tx.app).forgetUser(user_id));
  await emit(tx, 'user.changed', { user_id });
  await emit(tx, 'user.closed', { user_id });
  return true;
}
