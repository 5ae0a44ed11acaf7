import { z } from 'zod';
import type * as contract from '#contract/fields.ts';
import { documentField } from '../document-field.ts';

export const pairOutput = z.strictObject({ key: z.string(), value: z.string() });
/** A line of a `pairs` field. */
export type Pair = z.infer<typeof pairOutput>;

export const fieldValueOutput = z
  .union([z.string(), z.number(), z.array(pairOutput).readonly(), documentField])
  .nullable() satisfies z.ZodType<contract.FieldValue>;

export const shownFieldsOutput = z.strictObject({
  /** Lines of a name and a value, in the order of the kind. */
  facts: z.array(pairOutput),
  /** Longer texts, each under its own heading. */
  texts: z.array(z.strictObject({ label: z.string(), text: z.string() })),
  /** Lists of names and values, each under its own heading. */
  lists: z.array(z.strictObject({ label: z.string(), pairs: z.array(pairOutput).readonly() })),
});
/** How people read the values of a kind's own fields. */
export type ShownFields = z.infer<typeof shownFieldsOutput>;
