import { visibleLine } from '#contract/display-name.ts';
import { checkProfile, type ProfileInput } from '#contract/identity.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { refuseOwnName, refuseShownName } from './refuse-own-name.ts';
import { updateProfile } from './repo.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** What others see of a user changed: name, picture, city, job. */
    'user.changed': { user_id: number };
  }
}

/**
 * Stores the signed-in user's profile supplement (spec 4.2), all fields of which are required, without what nobody could see. Names
 * that pass for ours are for staff alone. `reward`: what it brings, in the same transaction, and once by its own key.
 * @throws AppError code 1 with one message a field (spec 5), code 2 for visitors
 */
export async function completeProfile(
  ctx: Ctx,
  input: ProfileInput,
  reward: (tx: TxCtx, user_id: number) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const user_id = requireUser(ctx);
  const profile = {
    ...input,
    nickname: visibleLine(input.nickname),
    show_company: visibleLine(input.show_company),
    show_job: visibleLine(input.show_job),
  };
  const wrong = checkProfile({ ...profile }, shanghaiDay(ctx.app.clock.now()));
  const ours = await refuseOwnName(ctx, profile.nickname);
  if (ours) wrong.nickname ??= ours;
  const company = refuseShownName(ctx, profile.show_company);
  if (company) wrong.show_company ??= company;
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  await inTransaction(ctx, async (tx) => {
    await updateProfile(tx.db, user_id, profile);
    await emit(tx, 'user.changed', { user_id });
    await reward(tx, user_id);
  });
}
