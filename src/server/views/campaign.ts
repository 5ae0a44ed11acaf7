import type { CampaignPage, CampaignShown } from '#contract/campaign.ts';
import { couponUse } from '#contract/coupon-use.ts';
import type { PublishedRound } from '#contract/draw.ts';
import type { Ctx } from '../app/ctx.ts';
import { shownCampaign } from '../modules/campaigns/index.ts';
import { openRoundNow, publishedRounds } from '../modules/draws/index.ts';
import { claimableCoupons } from '../modules/vouchers/index.ts';

/** What an activity page shows: its campaign with what can be claimed, and the draw where it has one. The same for everybody. */
export async function campaignView(
  ctx: Ctx,
  page: CampaignPage,
): Promise<{ campaign: CampaignShown | null; round: PublishedRound | null }> {
  const found = await shownCampaign(ctx, page);
  if (!found) return { campaign: null, round: null };
  const { coupon_ids, is_on: _shown, page: _page, ...texts } = found;
  const nounOf = (use: string, type: number) => couponUse(use, type).noun;
  const coupons = found.state === 'running' ? await claimableCoupons(ctx, { ids: coupon_ids }, nounOf) : [];
  return { campaign: { ...texts, coupons }, round: found.with_draw ? await openRoundNow(ctx) : null };
}

/** The newest rounds as the page of the draw shows them. The same for everybody. */
export function luckView(ctx: Ctx): Promise<PublishedRound[]> {
  return publishedRounds(ctx);
}
