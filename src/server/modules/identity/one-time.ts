import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { AppError } from '../../kernel/errors.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { issueToken, type Login, type LoginFrom } from './issue-token.ts';
import { loginOf, loginStands } from './log-in.ts';
import { HANDOVER_TTL_MS } from './login-limits.ts';
import { deleteOldOneTime, findOneTime, insertOneTime, type OneTimeRow, takeOneTimeRow } from './one-time.repo.ts';

export type OneTimePurpose = 'login' | 'passkey-login' | 'passkey-add';

/** A code that is good once, until `ttl_ms` from now and while the login that made it is. Only its hash is stored. */
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
function readOneTime(ctx: Ctx, purpose: OneTimePurpose, code: string): Promise<OneTimeRow | null> {
  return findOneTime(ctx.db, { purpose, code_hash: sha256(code), now: ctx.app.clock.now() });
}

export const forgetOneTime = deleteOldOneTime;

const OVER_TEXT = '登录链接已失效，请重新登录';

/** A code by which another browser or site of ours may sign in as the reader, once, within 60 s and while this login is (decision 0031). */
export async function handOver(ctx: Ctx): Promise<{ code: string; expires_at: Date }> {
  const user_id = requireUser(ctx);
  const code = await makeOneTime(ctx, { purpose: 'login', user_id, ttl_ms: HANDOVER_TTL_MS });
  return { code, expires_at: new Date(ctx.app.clock.now().getTime() + HANDOVER_TTL_MS) };
}

/** As whom the code would sign in; it stays good. @throws AppError when it is not */
export async function handedOverTo(ctx: Ctx, code: string): Promise<number> {
  const found = await readOneTime(ctx, 'login', code);
  if (!found?.user_id) throw new AppError(OVER_TEXT);
  return found.user_id;
}

/** Signs in by the code and uses it up: of many at once one gets in. @throws AppError when it is not good; 403 for a blocked user */
export async function logInByHandOver(ctx: Ctx, code: string, from: LoginFrom): Promise<Login> {
  return inTransaction(ctx, async (tx) => {
    const taken = await takeOneTime(tx, 'login', code);
    if (!taken?.user_id) throw new AppError(OVER_TEXT);
    const { user_id, token_id } = taken;
    const login = await issueToken(tx, user_id, 'code', from);
    // opening waits for a reset that is under way: what it ended gives no login
    if (!(await loginStands(tx, { user_id, token_id: token_id ?? 0 }))) throw new AppError(OVER_TEXT);
    return login;
  });
}
