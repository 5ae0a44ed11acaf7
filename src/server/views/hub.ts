import type { CampaignPage, CampaignShown } from '#contract/campaign.ts';
import { couponUse } from '#contract/coupon-use.ts';
import type { PublishedRound } from '#contract/draw.ts';
import { HUB_TYPES, type HubType } from '#contract/hub.ts';
import type { ItemCard } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { BANNER_HUB, type Banner } from '#contract/promotion.ts';
import type { Ctx } from '../app/ctx.ts';
import { shownCampaign } from '../modules/campaigns/index.ts';
import { topItems } from '../modules/catalog/index.ts';
import { openRoundNow, publishedRounds } from '../modules/draws/index.ts';
import { placedBanners } from '../modules/promotion/index.ts';
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

/** Two rows of five. */
const CARDS = 10;

export interface HubView {
  type: HubType;
  /** The best-liked of each kind; kinds without any stand there empty. */
  sections: Array<{ kind: KindFacts; cards: ItemCard[] }>;
  /** What the operator recommends here, and to whom. */
  banners: Banner[];
}

/** What /hmh offers instead of the page that is not there. */
export async function hubView(ctx: Ctx, type: HubType): Promise<HubView> {
  const kinds: KindFacts[] = HUB_TYPES[type].kinds.map((key) => KINDS[key]);
  const each = Math.ceil(CARDS / kinds.length);
  const [banners, ...cards] = await Promise.all([
    placedBanners(ctx, BANNER_HUB, type),
    ...kinds.map((kind) => topItems(ctx, kind, { sort: 'recommend' }, each)),
  ]);
  return { type, banners, sections: kinds.map((kind, at) => ({ kind, cards: cards[at] ?? [] })) };
}
