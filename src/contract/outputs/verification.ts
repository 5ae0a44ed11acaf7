import { z } from 'zod';
import { VERIFY_STATUSES } from '#contract/verification.ts';

const status = z.enum(VERIFY_STATUSES);

export const ownRealnameOutput = z.strictObject({
  status,
  /** Masked; empty before anything was sent in. */
  name: z.string(),
  idcard: z.string(),
  /** Why it was not approved. */
  reason: z.string(),
  submitted_at: z.int(),
  decided_at: z.int(),
});
/** GET /api/user/realname */
export type OwnRealname = z.infer<typeof ownRealnameOutput>;

export const authCheckOutput = z.strictObject({
  /** AUTH_CODES; 1 lets through. */
  status: z.int(),
  text: z.string(),
});
export type AuthCheck = z.infer<typeof authCheckOutput>;

export const ownCompanyOutput = z.strictObject({
  status,
  /** Verified by what was approved before, while a change is looked at or was not approved. */
  certified: z.literal([0, 1]),
  /** Until when; 0: not certified. */
  certified_until: z.int(),
  /** What was approved; null: nothing yet. */
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
});
/** GET /user/company: the enterprise behind an account. */
export type OwnCompany = z.infer<typeof ownCompanyOutput>;
