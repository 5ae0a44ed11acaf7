import { z } from 'zod';
import type * as contract from '#contract/bills.ts';
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
  days: z.array(z.strictObject({ day: z.string(), ...sums })),
  kinds: z.array(z.strictObject({ key: z.string(), title: z.string(), ...sums })),
  owed: z.number(),
  chart: chartOutput,
}) satisfies z.ZodType<contract.Income>;

export const billRunOutput = z.strictObject({
  day: z.string(),
  provider: z.string(),
  lines: z.int().nullable(),
  payments: z.int(),
  repaired: z.int(),
  differences: z.int(),
  fault: z.string(),
  at: z.int(),
}) satisfies z.ZodType<contract.BillRun>;
