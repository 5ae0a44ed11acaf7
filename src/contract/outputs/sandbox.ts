import { z } from 'zod';

export const sandboxCallOutput = z.strictObject({
  x_number: z.string(),
  /** From which phone it can be dialled. */
  caller: z.string(),
  /** Who is rung, masked. */
  callee: z.string(),
  title: z.string(),
  /** How often it rang. */
  rung: z.int(),
});
/** A private number that the phone can dial. */
export type SandboxCall = z.infer<typeof sandboxCallOutput>;

export const sandboxMailOutput = z.strictObject({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Unix seconds. */
  create_time: z.int(),
});
/** A mail in the phone's mailbox, newest first in lists. */
export type SandboxMail = z.infer<typeof sandboxMailOutput>;
