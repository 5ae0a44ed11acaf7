import { z } from 'zod';

const target = z.literal([1, 2]);
const frequency_type = z.literal([1, 2, 3]);

export const bannerOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  /** Path of a picture of ours; empty: title and summary are drawn. */
  picture: z.string(),
  /** Path of ours that it leads to. */
  url: z.string(),
  /** 1 new window, 2 same. */
  target,
  audience: z.enum(['all', 'visitor', 'new', 'member', 'vip', 'publisher']),
});
export type Banner = z.infer<typeof bannerOutput>;

export const staffBannerOutput = bannerOutput.extend({
  type: z.literal([9, 12, 20, 21, 22, 23, 24, 25]),
  place: z.int(),
  frequency_type,
  countdown: z.int(),
  sort: z.number(),
  is_on: z.boolean(),
  starts_at: z.int(),
  ends_at: z.int(),
  show_num: z.int(),
  click_num: z.int(),
});
/** The same with what only staff see. Times are unix seconds; 0: no bound. */
export type StaffBanner = z.infer<typeof staffBannerOutput>;

export const adOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  /** Empty: title and summary are drawn. */
  img_url: z.string(),
  jump_url: z.string(),
  target,
  countdown: z.int(),
  frequency_type,
});
/** An ad by the specification's names. */
export type Ad = z.infer<typeof adOutput>;

export const giftOutput = z.strictObject({
  name: z.string(),
  title: z.string(),
  desc: z.string(),
  btn: z.string(),
  type: z.literal([1, 2, 3, 4, 5]),
  /** Path of ours; of gifts with a QR its text, or a picture of ours. */
  target: z.string(),
});
/** A gift of new accounts (spec 2.5). */
export type Gift = z.infer<typeof giftOutput>;
