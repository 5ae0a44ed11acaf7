import { z } from 'zod';

export const pictureOutput = z.strictObject({
  src: z.string(),
  srcset: z.string(),
  width: z.number(),
  height: z.number(),
  /** What must be seen where the picture is cut: '30 60', percent from left and top in tens; absent: its middle. */
  focus: z.optional(z.string()),
  /** A tiny blurred picture as a data URL, shown until the picture is there. */
  placeholder: z.optional(z.string()),
});
/** A picture in a known box, so that the page never jumps. `src` is one public URL, `srcset` its widths. */
export type Picture = z.infer<typeof pictureOutput>;
