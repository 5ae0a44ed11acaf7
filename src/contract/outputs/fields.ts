import { z } from 'zod';
import type * as contract from '#contract/fields.ts';
import type { ShownFields } from '#contract/shown-fields.ts';
import { documentField } from '../document-field.ts';

export const pairOutput = z.strictObject({ key: z.string(), value: z.string() }) satisfies z.ZodType<contract.Pair>;

export const fieldValueOutput = z
  .union([z.string(), z.number(), z.array(pairOutput).readonly(), documentField])
  .nullable() satisfies z.ZodType<contract.FieldValue>;

export const shownFieldsOutput = z.strictObject({
  facts: z.array(pairOutput),
  texts: z.array(z.strictObject({ label: z.string(), text: z.string() })),
  lists: z.array(z.strictObject({ label: z.string(), pairs: z.array(pairOutput).readonly() })),
}) satisfies z.ZodType<ShownFields>;
