import { refuseName, visibleLine } from '#contract/display-name.ts';
import { checkProfile, type ProfileInput } from '#contract/identity.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { type Ctx, requireUser } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { updateProfile } from './repo.ts';

/**
 * Stores the signed-in user's profile supplement (spec 4.2), all fields of which are required, without what nobody could see. Names
 * that pass for ours are for staff alone.
 * @throws AppError code 1 with one message a field (spec 5), code 2 for visitors
 */
export async function completeProfile(ctx: Ctx, input: ProfileInput): Promise<void> {
  const user_id = requireUser(ctx);
  const profile = {
    ...input,
    nickname: visibleLine(input.nickname),
    show_company: visibleLine(input.show_company),
    show_job: visibleLine(input.show_job),
  };
  const wrong = checkProfile({ ...profile }, shanghaiDay(ctx.app.clock.now()));
  const ours = ctx.actor.kind === 'user' && ctx.actor.roles.length > 0 ? null : refuseName(profile.nickname);
  if (ours) wrong.nickname ??= ours;
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  await updateProfile(ctx.db, user_id, profile);
}
