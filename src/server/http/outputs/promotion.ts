import { z } from 'zod';
import type * as contract from '#contract/promotion.ts';

export const bannerOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  picture: z.string(),
  url: z.string(),
}) satisfies z.ZodType<contract.Banner>;

export const staffBannerOutput = bannerOutput.extend({
  type: z.literal([9, 12]),
  sort: z.number(),
  is_on: z.boolean(),
  starts_at: z.int(),
  ends_at: z.int(),
  click_num: z.int(),
}) satisfies z.ZodType<contract.StaffBanner>;
