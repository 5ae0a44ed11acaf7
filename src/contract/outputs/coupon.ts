import { z } from 'zod';
import * as contract from '#contract/coupon.ts';

const flag = z.literal([0, 1]);

export const claimableOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** What it takes off; of one by percent the most. */
  price: z.number(),
  /** 0: the amount. */
  percent_off: z.int(),
  min_price: z.number(),
  /** What it pays for, in words: 方案会员. */
  noun: z.string(),
  /** Last moment of what is got now. */
  use_end_time: z.int(),
  /** 1: this reader cannot get another one. */
  is_have2: flag,
  auto_get: flag,
  /** Why it cannot be claimed; '': it can. */
  refusal: z.string(),
});
/** A coupon that a reader may claim: GET /api/coupon/index. */
export type ClaimableCoupon = z.infer<typeof claimableOutput>;

export const gotCouponOutput = z.strictObject({
  /** Of the coupon or voucher in the reader's list. */
  id: z.int(),
  sort: z.enum(['coupon', 'voucher']),
  title: z.string(),
  use_end_time: z.int(),
});
/** What a claim or a code brought: POST /api/coupon/index. */
export type GotCoupon = z.infer<typeof gotCouponOutput>;

export const couponFormOutput = z.strictObject({
  form: z.strictObject({
    id: z.int(),
    use: z.enum(contract.COUPON_USES),
    type: z.int(),
    title: z.string(),
    amount: z.number(),
    percent_off: z.int(),
    min_price: z.number(),
    claim_from: z.int(),
    claim_to: z.int(),
    use_end_time: z.int(),
    valid_days: z.int(),
    stock: z.int(),
    per_person: z.int(),
    claimable: z.boolean(),
    auto_get: z.boolean(),
    for_new: z.boolean(),
    is_on: z.boolean(),
  }),
  figures: z.strictObject({ given: z.int(), held: z.int(), used: z.int(), claimed: z.int() }),
});
export type CouponFormFacts = z.infer<typeof couponFormOutput>;
