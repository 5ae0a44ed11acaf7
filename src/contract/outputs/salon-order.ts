import { z } from 'zod';
import { heldElsewhereOutput, userCouponOutput } from './order.ts';

export const salonQuoteOutput = z.strictObject({
  id: z.int(),
  lines: z.array(
    z.strictObject({
      kind_id: z.int(),
      name: z.string(),
      count: z.int(),
      unit_price: z.number(),
      list_price: z.number(),
      why: z.string(),
      price: z.number(),
    }),
  ),
  list_price: z.number(),
  price: z.number(),
  /** As of `quoteOutput`. */
  code: z.string(),
  code_refusal: z.string(),
  coupons: z.array(userCouponOutput),
  unfit_coupons: z.array(userCouponOutput),
  held: z.array(heldElsewhereOutput),
  user_coupon_id: z.int(),
  coupon_price: z.number(),
  balance: z.number(),
  deduction_price: z.number(),
  pay_price: z.number(),
});
/** POST /salon/buy/compute: what a choice costs now. Not binding. */
export type SalonQuote = z.infer<typeof salonQuoteOutput>;
