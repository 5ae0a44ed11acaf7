import type { Ctx } from '../../app/ctx.ts';
import { AppError } from '../../kernel/errors.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { TOKEN_TTL_MS } from './limits.ts';
import { insertToken } from './repo.ts';

export const BLOCKED_TEXT = '该账号已被停用，请联系客服';

/** A login of one browser. The token leaves once, in the answer; we keep its hash. */
export interface Login {
  token: string;
  user_id: number;
}

/**
 * Opens a login of 30 days for the user; the caller proved who they are. `device` is shown to staff.
 * @throws AppError 403 for a blocked user
 */
export async function issueToken(ctx: Ctx, user_id: number, device = ''): Promise<Login> {
  const login = await openLogin(ctx, { user_id, password_hash: null, device });
  if (!login) throw new AppError(BLOCKED_TEXT, { status: 403 });
  return login;
}

/**
 * The login that `password_hash` (null: something else) opened, unless the user was blocked or has another password by now: weighing
 * takes its time, and a reset meanwhile ends all logins that the old password opened, this one too.
 */
export async function openLogin(
  ctx: Ctx,
  { user_id, password_hash, device }: { user_id: number; password_hash: string | null; device: string },
): Promise<Login | null> {
  const token = randomToken(32);
  const now = ctx.app.clock.now();
  const opened = await insertToken(ctx.db, {
    user_id,
    password_hash,
    token_hash: sha256(token),
    device,
    created_at: now,
    expires_at: new Date(now.getTime() + TOKEN_TTL_MS),
  });
  return opened ? { token, user_id } : null;
}
