import { z } from 'zod';
import { chartOutput } from './chart.ts';

const sums = {
  orders: z.int(),
  sold: z.number(),
  refunded: z.number(),
  publishers: z.number(),
  coupons: z.number(),
  prepaid: z.number(),
};

export const incomeOutput = z.strictObject({
  range: z.literal([7, 30, 90]),
  totals: z.strictObject(sums),
  /** One row a Shanghai day, the oldest first. */
  days: z.array(z.strictObject({ day: z.string(), ...sums })),
  /** By what was sold, the largest first. */
  kinds: z.array(z.strictObject({ key: z.string(), title: z.string(), ...sums })),
  /** Paid for coins that people have still, now. */
  owed: z.number(),
  /** Paid for stages of work and held until they are released, now: part of what was sold and of what publishers share. */
  escrow: z.number(),
  /** SVG of `sold` by day. */
  chart: chartOutput,
});
export type Income = z.infer<typeof incomeOutput>;

export const billRunOutput = z.strictObject({
  day: z.string(),
  provider: z.string(),
  /** Lines of the bill; null: there was none. */
  lines: z.int().nullable(),
  payments: z.int(),
  repaired: z.int(),
  differences: z.int(),
  fault: z.string(),
  at: z.int(),
});
/** One comparison of a day with the provider's bill. */
export type BillRun = z.infer<typeof billRunOutput>;
