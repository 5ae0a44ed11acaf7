import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { findFlags, findFollowers } from './repo.ts';

/** Whether the caller follows this publisher (type 2) or shop (type 1); what does not exist has no followers. */
export async function followState(ctx: Ctx, { rid, type }: { rid: number; type: number }): Promise<{ is_follow: 0 | 1 }> {
  const user_id = requireUser(ctx);
  const { is_follow } = await findFlags(ctx.db, { user_id, type, rid, like_type: 0, follow_type: type, publisher_id: rid });
  return { is_follow: (type === FOCUS_USER || type === FOCUS_SHOP) && is_follow ? 1 : 0 };
}

/** The next who follow a publisher since before then, by rising id after one. */
export function followersOf(ctx: Ctx, publisher_id: number, of: { before: Date; after: number; limit: number }): Promise<number[]> {
  return findFollowers(ctx.db, { type: FOCUS_USER, rid: publisher_id, ...of });
}
