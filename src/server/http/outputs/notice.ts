import { z } from 'zod';
import type * as contract from '#contract/notice.ts';
import type * as subscription from '#contract/subscription.ts';

const flag = z.literal([0, 1]);

export const noticeRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  create_time: z.int(),
  is_read: flag,
  jump_type_id: flag,
  jump_url: z.string(),
  topic: z.string(),
}) satisfies z.ZodType<contract.NoticeRow>;

export const subscriptionRowOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  href: z.string(),
  create_time: z.int(),
}) satisfies z.ZodType<subscription.SubscriptionRow>;
