/** Coupons as people claim, exchange and issue them. Amounts are yuan, times unix seconds (0: no bound). */
export type { ClaimableCoupon, CouponFormFacts, GotCoupon } from './outputs/coupon.ts';

/** What a definition makes: a coupon for an order of that subject, or a voucher that opens one item. */
export const COUPON_USES = ['item', 'membership', 'contact', 'salon', 'voucher'] as const;
export type CouponUse = (typeof COUPON_USES)[number];

/** A definition as staff write it. */
export interface CouponForm {
  id: number;
  use: CouponUse;
  type: number;
  title: string;
  amount: number;
  percent_off: number;
  min_price: number;
  claim_from: number;
  claim_to: number;
  use_end_time: number;
  valid_days: number;
  /** 0: no bound. */
  stock: number;
  per_person: number;
  claimable: boolean;
  auto_get: boolean;
  for_new: boolean;
  is_on: boolean;
}

/** Codes of one batch at most, and phones of one issue. */
export const BATCH_MOST = 20_000;
export const PHONES_MOST = 1_000;
export const COUPON_TITLE_MAX = 40;
export const CODE_INPUT_MAX = 40;

export const COUPON_CALLS = {
  batch: '/admin/coupon/batch',
} as const;
