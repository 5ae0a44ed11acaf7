/** Coupons as people claim, exchange and issue them. Amounts are yuan, times unix seconds (0: no bound). */

/** What a definition makes: a coupon for an order of that subject, or a voucher that opens one item. */
export const COUPON_USES = ['item', 'membership', 'contact', 'salon', 'voucher'] as const;
export type CouponUse = (typeof COUPON_USES)[number];

/** A coupon that a reader may claim: GET /api/coupon/index. */
export interface ClaimableCoupon {
  id: number;
  title: string;
  /** What it takes off; of one by percent the most. */
  price: number;
  /** 0: the amount. */
  percent_off: number;
  min_price: number;
  /** What it pays for, in words: 方案会员. */
  noun: string;
  /** Last moment of what is got now. */
  use_end_time: number;
  /** 1: this reader cannot get another one. */
  is_have2: 0 | 1;
  auto_get: 0 | 1;
  /** Why it cannot be claimed; '': it can. */
  refusal: string;
}

/** What a claim or a code brought: POST /api/coupon/index. */
export interface GotCoupon {
  /** Of the coupon or voucher in the reader's list. */
  id: number;
  sort: 'coupon' | 'voucher';
  title: string;
  use_end_time: number;
}

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

export interface CouponFormFacts {
  form: CouponForm;
  figures: { given: number; held: number; used: number; claimed: number };
}

/** Codes of one batch at most, and phones of one issue. */
export const BATCH_MOST = 20_000;
export const PHONES_MOST = 1_000;
export const COUPON_TITLE_MAX = 40;
export const CODE_INPUT_MAX = 40;

export const COUPON_CALLS = {
  batch: '/admin/coupon/batch',
} as const;
