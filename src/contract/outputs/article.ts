import { z } from 'zod';
import type * as contract from '#contract/article.ts';
import { documentField } from '../document-field.ts';
import { itemDetailOutput } from './item.ts';

export const articleDetailOutput = itemDetailOutput.extend({
  content: z.string(),
  contents: z.array(z.strictObject({ anchor: z.string(), level: z.literal([2, 3]), text: z.string() })),
  words: z.int(),
  minutes: z.int(),
});

export const draftVersionOutput = z.strictObject({
  id: z.int(),
  saved_at: z.int(),
  title: z.string(),
  words: z.int(),
}) satisfies z.ZodType<contract.DraftVersion>;

export const draftVersionBodyOutput = z.strictObject({
  ...draftVersionOutput.shape,
  introduction: z.string(),
  body: documentField,
  pictures: z.array(z.strictObject({ file_id: z.int(), src: z.string() })),
}) satisfies z.ZodType<contract.DraftVersionBody>;
