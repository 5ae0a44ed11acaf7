import { z } from 'zod';
import { DISCOUNT_STATES, type DiscountState } from '#contract/discount.ts';

export const discountOutput = z.strictObject({
  id: z.int(),
  code: z.string(),
  /** One of both; amounts in yuan. */
  percent_off: z.int(),
  amount: z.number(),
  min_price: z.number(),
  /** The one work or salon that it is for; 0: all of its publisher's. */
  item_id: z.int(),
  item: z.string(),
  /** Address that applies it; empty: it is for all. */
  url: z.string(),
  /** Days, both included. */
  from: z.string(),
  to: z.string(),
  /** 0: as many as come. */
  most: z.int(),
  per_person: z.int(),
  state: z.enum(Object.keys(DISCOUNT_STATES) as [DiscountState, ...DiscountState[]]),
  /** Why staff stopped it. */
  why: z.string(),
  /** Orders that are open or paid, those that are paid, what they brought in all and what was taken off, yuan. */
  used_num: z.int(),
  sold_num: z.int(),
  sold: z.number(),
  off: z.number(),
});
export type Discount = z.infer<typeof discountOutput>;
