import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, signInFirst } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { emit } from '../../outbox/outbox.ts';
import { tokenMemory } from './authenticate.ts';
import { withCode } from './claim-code.ts';
import { eraseUser, findDueClosings, writeClosing } from './devices.repo.ts';
import { endAllOfUser } from './log-in.ts';
import { CLOSING_GRACE_MS, CLOSING_NOTE_MS } from './login-limits.ts';
import { findOneTime, insertOneTime } from './one-time.repo.ts';
import { findUser, lockUser } from './repo.ts';

const CLOSING_NOTE = 'closing';
/** What was agreed on lies with this closing alone: one that was taken back agreed to nothing. */
const noteHash = (user_id: number, closing_at: Date): string => sha256(`closing/${user_id}/${closing_at.toISOString()}`);

/**
 * The signed-in user's account will be erased after seven days, proven by a code to their phone (`sendOwnCode`). All logins end; signing in again
 * keeps the account. `check` refuses while something is open; its answer is stored for `closingNote`.
 * @throws AppError code 1 with field captcha, 409 when it is closing already, and what `check` throws
 */
export async function startClosing(ctx: Ctx, captcha: string, check: (tx: TxCtx) => Promise<string>): Promise<Date> {
  const user = await findUser(ctx.db, requireUser(ctx));
  if (!user) throw signInFirst();
  return withCode(ctx, { mobile: user.mobile, captcha, purpose: 'security' }, () =>
    inTransaction(ctx, async (tx) => {
      const locked = await lockUser(tx.db, user.id);
      if (!locked || locked.closing_at) throw conflict('账号已经在注销中');
      const payload = await check(tx);
      const now = tx.app.clock.now();
      const closing_at = new Date(now.getTime() + CLOSING_GRACE_MS);
      await writeClosing(tx.db, user.id, closing_at);
      const note = { purpose: CLOSING_NOTE, user_id: user.id, payload, code_hash: noteHash(user.id, closing_at), created_at: now };
      if (payload !== '') await insertOneTime(tx.db, { ...note, expires_at: new Date(closing_at.getTime() + CLOSING_NOTE_MS) });
      await endAllOfUser(tx, user.id);
      await emit(tx, 'user.security', { user_id: user.id, what: 'closing', detail: '', at: now.toISOString() });
      return closing_at;
    }),
  );
}

/** What `check` of `startClosing` answered for the closing that is under way; '': nothing, or so long ago that it counts no more. */
export async function closingNote(ctx: Ctx, user_id: number): Promise<string> {
  const closing_at = (await findUser(ctx.db, user_id))?.closing_at;
  if (!closing_at) return '';
  const wanted = { purpose: CLOSING_NOTE, code_hash: noteHash(user_id, closing_at), now: ctx.app.clock.now() };
  return (await findOneTime(ctx.db, wanted))?.payload ?? '';
}

/** Accounts whose seven days are over, the oldest first. */
export function dueClosings(ctx: Ctx, limit: number): Promise<number[]> {
  return findDueClosings(ctx.db, ctx.app.clock.now(), limit);
}

/** Holds an account until the transaction ends, before anything that belongs to it. */
export async function lockAccount(tx: TxCtx, user_id: number): Promise<void> {
  await lockUser(tx.db, user_id);
}

/** Erases the account if its days are over still; others are notified by `user.closed`. Locks the user. False: it stays. */
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
