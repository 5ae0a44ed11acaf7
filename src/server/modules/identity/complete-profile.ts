import { checkProfile, type ProfileInput } from '#contract/identity.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { type Ctx, requireUser } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { updateProfile } from './repo.ts';

/**
 * Stores the signed-in user's profile supplement (spec 4.2), all fields of which are required.
 * @throws AppError code 1 with one message a field (spec 5), code 2 for visitors
 */
export async function completeProfile(ctx: Ctx, input: ProfileInput): Promise<void> {
  const user_id = requireUser(ctx);
  const wrong = checkProfile({ ...input }, shanghaiDay(ctx.app.clock.now()));
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  await updateProfile(ctx.db, user_id, input);
}
