import type { ClaimableCoupon } from './coupon.ts';

export type { CampaignForm } from './outputs/active.ts';

/** Activity pages that staff fill (routes /active/...). /active/luck shows the draw itself. */
export const CAMPAIGN_PAGES = ['newYear', 'vipRights', 'getVip'] as const;
export type CampaignPage = (typeof CAMPAIGN_PAGES)[number];

export const CAMPAIGN_PAGE_TITLES: Record<CampaignPage, string> = { newYear: '新年活动', vipRights: '会员权益', getVip: '领取会员礼' };
/** What each shows while nothing runs there. */
export const CAMPAIGN_PAGE_TEXTS: Record<CampaignPage, string> = {
  newYear: '新年期间的优惠券、会员礼遇与抽奖，都在这里。',
  vipRights: '会员可以享受的权益与当前的会员优惠。',
  getVip: '领取会员优惠券，用更低的价格开通会员。',
};

/** A campaign as readers see it; the same for everybody. Times are unix seconds. */
export interface CampaignShown {
  id: number;
  title: string;
  summary: string;
  /** Paragraphs of plain text; a line that begins with # is a heading. */
  content: string;
  rules: string;
  picture: string;
  starts_at: number;
  ends_at: number;
  state: 'before' | 'running' | 'over';
  coupons: ClaimableCoupon[];
  with_plans: boolean;
  with_draw: boolean;
}

export const CAMPAIGN_TITLE_MAX = 40;
export const CAMPAIGN_TEXT_MAX = 5_000;
export const CAMPAIGN_COUPONS_MOST = 12;
export const campaignPath = (page: CampaignPage): string => `/active/${page}`;
