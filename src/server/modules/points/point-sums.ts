import type { PointSums } from '#contract/points.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { balances } from '../wallet/index.ts';
import { findEndingOf } from './repo.ts';

const SOON_MS = 30 * 86_400_000;

/** What the signed-in user has, and what of it ends within 30 days. */
export async function pointSums(ctx: Ctx): Promise<Omit<PointSums, 'cards'>> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const { point } = await balances(ctx, user_id);
  const { points, first } = await findEndingOf(ctx.db, user_id, now, new Date(now.getTime() + SOON_MS));
  return { points: point, ending_points: points, ending_at: first ? unixSeconds(first) : 0 };
}
