import { z } from 'zod';
import type * as contract from '#contract/contact.ts';

const flag = z.literal([0, 1]);

export const contactStateOutput = z.strictObject({
  phone: z.string(),
  caller_number: z.string(),
  bind_id: z.int(),
  unlock_price: z.int(),
  is_unlock: flag,
  coupon_num: z.int(),
  button_str: z.string(),
  remind_str: z.string(),
  tips_str: z.string(),
  code: z.literal(0),
  x_number: z.string(),
  expires_at: z.int(),
  auth_company: flag,
  company_free: flag,
  money: z.int(),
  open: flag,
  sandbox: flag,
}) satisfies z.ZodType<contract.ContactState>;

export const callerChangeOutput = z.strictObject({
  caller_number: z.string(),
  x_number: z.string(),
}) satisfies z.ZodType<contract.CallerChange>;
