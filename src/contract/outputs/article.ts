import { z } from 'zod';
import { documentField } from '../document-field.ts';
import { itemDetailOutput } from './item.ts';

const headingOutput = z.strictObject({ anchor: z.string(), level: z.literal([2, 3]), text: z.string() });
/** A heading of the contents list: `anchor` is its id in the page. */
export type Heading = z.infer<typeof headingOutput>;

export const articleDetailOutput = itemDetailOutput.extend({
  content: z.string(),
  contents: z.array(headingOutput),
  words: z.int(),
  minutes: z.int(),
});

export const draftVersionOutput = z.strictObject({
  id: z.int(),
  /** Unix seconds. */
  saved_at: z.int(),
  title: z.string(),
  words: z.int(),
});
/** What a draft was at a time. */
export type DraftVersion = z.infer<typeof draftVersionOutput>;

export const draftVersionBodyOutput = z.strictObject({
  ...draftVersionOutput.shape,
  introduction: z.string(),
  body: documentField,
  /** Where its pictures can be seen for an hour or two; those that are gone are absent. */
  pictures: z.array(z.strictObject({ file_id: z.int(), src: z.string() })),
});
export type DraftVersionBody = z.infer<typeof draftVersionBodyOutput>;
