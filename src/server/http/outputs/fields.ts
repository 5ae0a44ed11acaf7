import { z } from 'zod';
import type * as contract from '#contract/fields.ts';

export const pairOutput = z.strictObject({ key: z.string(), value: z.string() }) satisfies z.ZodType<contract.Pair>;

export const fieldValueOutput = z
  .union([z.string(), z.number(), z.array(pairOutput).readonly()])
  .nullable() satisfies z.ZodType<contract.FieldValue>;
