import { PROOF_WANTED_STATUS } from '#contract/envelope.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { AppError } from '../../kernel/errors.ts';
import { PROOF_TTL_MS } from './limits.ts';
import { findOpenAccount, findStanding, isProvenSince } from './repo.ts';

/** The login of this call: whatever is signed for its user names it, and ends with it. 0: a job, which no login asked for. */
export const loginOf = ({ actor }: Pick<Ctx, 'actor'>): number => (actor.kind === 'user' ? actor.token_id : 0);

/** Whether what a login made (`user_id`: for whom) may still be used: the login is open, and neither its holder nor the user is banned or closed. */
export async function loginStands(ctx: Ctx, { token_id, user_id = null }: { token_id: number; user_id?: number | null }): Promise<boolean> {
  if (token_id === 0) return user_id === null || findOpenAccount(ctx.db, user_id);
  return findStanding(ctx.db, { token_id, user_id, now: ctx.app.clock.now() });
}

/**
 * For what opens a lasting way in: a token alone, which may be stolen, is not enough.
 * @throws AppError 428 with `data.prove` 1 unless password, code or passkey was given on this login within ten minutes (`prove`)
 */
export async function requireFreshProof(ctx: Ctx): Promise<void> {
  requireUser(ctx);
  const token_id = loginOf(ctx);
  if (token_id === 0) return;
  const since = new Date(ctx.app.clock.now().getTime() - PROOF_TTL_MS);
  if (!(await isProvenSince(ctx.db, token_id, since)))
    throw new AppError('请先确认是您本人操作', { status: PROOF_WANTED_STATUS, data: { prove: 1 } });
}
