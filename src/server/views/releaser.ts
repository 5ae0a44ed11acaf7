import { FOCUS_USER } from '#contract/focus.ts';
import type { ReleaserCard } from '#contract/item.ts';
import { type Ctx, userId } from '../app/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { followState } from '../modules/engagement/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { releaserOf } from './item-public.ts';

/** The card of a publisher and whether this reader follows them. @throws AppError 404 */
export async function releaserFor(ctx: Ctx, uid: number): Promise<ReleaserCard & { is_follow: 0 | 1 }> {
  const user = (await publicUsers(ctx, [uid])).get(uid);
  if (user.closed && user.works_num === 0) throw notFound('用户不存在');
  const { is_follow } = userId(ctx) === null ? { is_follow: 0 as const } : await followState(ctx, { rid: uid, type: FOCUS_USER });
  return { ...releaserOf(uid, user), is_follow };
}
