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

export const noticeEventOutput = z.strictObject({
  what: z.enum(['new', 'read', 'all']),
  notice: noticeRowOutput.nullable(),
  num: z.int(),
}) satisfies z.ZodType<contract.NoticeEvent>;

export const noticeSettingsOutput = z.strictObject({
  mail: z.string(),
  mail_confirmed: flag,
  ways: z.record(z.string(), flag),
  quiet_from: z.int(),
  quiet_to: z.int(),
  digest: flag,
  can_mail: flag,
  can_sms: flag,
}) satisfies z.ZodType<contract.NoticeSettings>;

export const subscriptionRowOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  href: z.string(),
  create_time: z.int(),
}) satisfies z.ZodType<subscription.SubscriptionRow>;
