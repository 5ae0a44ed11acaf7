import { z } from 'zod';

const flag = z.literal([0, 1]);

export const noticeRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  create_time: z.int(),
  /** 0: unread. */
  is_read: flag,
  /** 0: it leads nowhere; 1: to `jump_url`. */
  jump_type_id: flag,
  /** Path on this site. */
  jump_url: z.string(),
  /** Name of the topic. */
  topic: z.string(),
});
/** A message by the specification's names. */
export type NoticeRow = z.infer<typeof noticeRowOutput>;

export const noticeEventOutput = z.strictObject({
  what: z.enum(['new', 'read', 'all']),
  notice: noticeRowOutput.nullable(),
  num: z.int(),
});
/** One step in what a user's messages are: a new one, one that was read, all (or all of a topic) read at once. `num`: not read now, at most 100. */
export type NoticeEvent = z.infer<typeof noticeEventOutput>;

export const noticeSettingsOutput = z.strictObject({
  /** Masked; empty: none. */
  mail: z.string(),
  /** Mail goes to an address only after the code that was sent to it came back. */
  mail_confirmed: flag,
  /** Every way of every topic, by `wayKey`: 1 on. */
  ways: z.record(z.string(), flag),
  /** Whole hours in Shanghai; equal: never quiet. */
  quiet_from: z.int(),
  quiet_to: z.int(),
  /** One mail a day, at nine. */
  digest: flag,
  /** Asked, a day after they got a work, what they think of it. */
  ask_rating: flag,
  /** Where this site sends mail at all. */
  can_mail: flag,
  can_sms: flag,
});
export type NoticeSettings = z.infer<typeof noticeSettingsOutput>;

export const subscriptionRowOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  /** Address of the list that it stands for. */
  href: z.string(),
  /** Unix seconds. */
  create_time: z.int(),
});
export type SubscriptionRow = z.infer<typeof subscriptionRowOutput>;
