import { z } from 'zod';
import * as contract from '#contract/claim.ts';
import { auditEntryOutput } from './admin.ts';

export const staffClaimOutput = z.strictObject({
  id: z.int(),
  claim_no: z.string(),
  kind: z.enum(Object.keys(contract.CLAIM_KINDS) as contract.ClaimKind[]),
  state: z.enum(Object.keys(contract.CLAIM_STATES) as contract.ClaimState[]),
  overdue: z.boolean(),
  /** Name of the way of payment, and the number there. */
  channel: z.string(),
  provider_no: z.string(),
  payment_no: z.string(),
  orderid: z.string(),
  title: z.string(),
  amount: z.number(),
  /** Of the publisher's share, while it is not over; afterwards what was held. */
  held: z.number(),
  words: z.string(),
  answer: z.string(),
  /** Names of the proofs. */
  files: z.array(z.string()),
  result: z.string(),
  came_at: z.int(),
  due_at: z.int(),
  answered_at: z.int(),
  ended_at: z.int(),
  audit: z.array(auditEntryOutput),
});
/** GET /admin/claim. */
export type StaffClaim = z.infer<typeof staffClaimOutput>;
