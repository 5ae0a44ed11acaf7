import { z } from 'zod';
import type * as contract from '#contract/verification.ts';
import { VERIFY_STATUSES } from '#contract/verification.ts';

const status = z.enum(VERIFY_STATUSES);

export const ownRealnameOutput = z.strictObject({
  status,
  name: z.string(),
  idcard: z.string(),
  reason: z.string(),
  submitted_at: z.int(),
  decided_at: z.int(),
}) satisfies z.ZodType<contract.OwnRealname>;

export const authCheckOutput = z.strictObject({ status: z.int(), text: z.string() }) satisfies z.ZodType<contract.AuthCheck>;

export const ownCompanyOutput = z.strictObject({
  status,
  certified: z.literal([0, 1]),
  certified_until: z.int(),
  certified_as: z.strictObject({ name: z.string(), licence: z.string() }).nullable(),
  reason: z.string(),
  form: z.strictObject({
    name: z.string(),
    licence: z.string(),
    legal_person: z.string(),
    contact_name: z.string(),
    contact_mobile: z.string(),
    has_picture: z.boolean(),
  }),
  submitted_at: z.int(),
  decided_at: z.int(),
}) satisfies z.ZodType<contract.OwnCompany>;
