import { z } from 'zod';

const flag = z.literal([0, 1]);

export const contactStateOutput = z.strictObject({
  /** Of the supplier, masked; empty while locked. */
  phone: z.string(),
  /** From which calls are taken, masked. */
  caller_number: z.string(),
  /** Names the binding in the call that changes the caller; 0 while locked. */
  bind_id: z.int(),
  /** Coins; 0: it costs nothing. */
  unlock_price: z.int(),
  is_unlock: flag,
  /** Coupons that would unlock it. */
  coupon_num: z.int(),
  button_str: z.string(),
  remind_str: z.string(),
  tips_str: z.string(),
  code: z.literal(0),
  /** What to dial; empty while locked. */
  x_number: z.string(),
  /** Unix seconds; 0 while locked. */
  expires_at: z.int(),
  /** 1: a certified company, which calls for nothing. */
  auth_company: flag,
  /** 1: certified companies call for nothing; 0: everybody pays, so certification is no way to save. */
  company_free: flag,
  /** Coins that the reader can spend. */
  money: z.int(),
  /** 0: calls are not offered for this resource. */
  open: flag,
  /** The number rings the simulated phone. */
  sandbox: flag,
});
/** Answer of the contact calls (spec 3, Contact unlock response). */
export type ContactState = z.infer<typeof contactStateOutput>;

export const callerChangeOutput = z.strictObject({
  caller_number: z.string(),
  x_number: z.string(),
});
/** Answer of the call that changes the caller. */
export type CallerChange = z.infer<typeof callerChangeOutput>;
