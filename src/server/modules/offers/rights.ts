import type { Ctx } from '../../app/ctx.ts';
import { activeVips, dailyUsed } from '../membership/index.ts';
import { verifiedOf } from '../verification/index.ts';
import { type Offering, offerLimit, opensTenders } from './rules.ts';
import { limitsOf } from './settings.ts';

/** What somebody may, as the rules ask it: verification, memberships, and how many offers are left today. */
export async function rightsOf(ctx: Ctx, user_id: number): Promise<Omit<Offering, 'own'> & { limit: number }> {
  const [verified, vips] = [await verifiedOf(ctx, user_id), await activeVips(ctx, user_id)];
  const certified = verified.personal !== null || verified.company?.status === 1;
  const [member, bidding] = [vips.size > 0, opensTenders(vips)];
  const limit = offerLimit(await limitsOf(ctx), { member, bidding });
  const left_today = Math.max(0, limit - (await dailyUsed(ctx, { user_id, name: 'offer' })));
  return { user_id, certified, member, bidding, limit, left_today };
}
