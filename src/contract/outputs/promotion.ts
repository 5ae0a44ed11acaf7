import { z } from 'zod';
import type * as contract from '#contract/promotion.ts';

const target = z.literal([1, 2]);
const frequency_type = z.literal([1, 2, 3]);

export const bannerOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  picture: z.string(),
  url: z.string(),
  target,
  audience: z.enum(['all', 'visitor', 'new', 'member', 'vip', 'publisher']),
}) satisfies z.ZodType<contract.Banner>;

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
}) satisfies z.ZodType<contract.StaffBanner>;

export const adOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  img_url: z.string(),
  jump_url: z.string(),
  target,
  countdown: z.int(),
  frequency_type,
}) satisfies z.ZodType<contract.Ad>;

export const giftOutput = z.strictObject({
  name: z.string(),
  title: z.string(),
  desc: z.string(),
  btn: z.string(),
  type: z.literal([1, 2, 3, 4, 5]),
  target: z.string(),
}) satisfies z.ZodType<contract.Gift>;
