import { z } from 'zod';
import * as contract from '#contract/coupon.ts';

const flag = z.literal([0, 1]);

export const claimableOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  price: z.number(),
  percent_off: z.int(),
  min_price: z.number(),
  noun: z.string(),
  use_end_time: z.int(),
  is_have2: flag,
  auto_get: flag,
  refusal: z.string(),
}) satisfies z.ZodType<contract.ClaimableCoupon>;

export const gotCouponOutput = z.strictObject({
  id: z.int(),
  sort: z.enum(['coupon', 'voucher']),
  title: z.string(),
  use_end_time: z.int(),
}) satisfies z.ZodType<contract.GotCoupon>;

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
}) satisfies z.ZodType<contract.CouponFormFacts>;
