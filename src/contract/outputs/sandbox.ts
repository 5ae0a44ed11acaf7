import { z } from 'zod';
import type * as contract from '#contract/sandbox.ts';

export const sandboxCallOutput = z.strictObject({
  x_number: z.string(),
  caller: z.string(),
  callee: z.string(),
  title: z.string(),
  rung: z.int(),
}) satisfies z.ZodType<contract.SandboxCall>;

export const sandboxMailOutput = z.strictObject({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  create_time: z.int(),
}) satisfies z.ZodType<contract.SandboxMail>;
