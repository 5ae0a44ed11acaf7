import { z } from 'zod';

/** One schema a key: what an operator may set, and the value before anybody did. */
export const settingSchemas = {
  /** `auto` publishes at once (demo); `hold` waits for a reviewer. */
  work_review: z.enum(['auto', 'hold']).default('auto'),
  /** Score of readers' reports from which a work is hidden until staff decide: five people without a record. 0: never. */
  report_hide_score: z.int().min(0).max(1_000).default(5),
  /** Share of the price that the publisher earns, in basis points (8000 = 80 %). */
  publisher_share_bp: z.int().min(0).max(10_000).default(8_000),
  /** Free downloads a day for a user without membership (spec 9: value not shown). */
  free_downloads_per_day: z.int().min(0).max(1_000).default(3),
  /** Downloads within ten minutes after which a captcha is asked for. */
  captcha_after_downloads: z.int().min(1).max(1_000).default(5),
  /** Minutes until an unpaid order closes. */
  order_ttl_min: z.int().min(1).max(1_440).default(15),
  /** Words under the search field. */
  hot_words: z.array(z.string().min(1).max(20)).max(20).default(['年会', '发布会', '团建', '快闪', '婚礼', '市集', '开业', '路演']),
  /** Community and customer-service QR: text it encodes. */
  customer_qrcode: z.string().max(500).default(''),
  /** What PPT details advertise: the path of a picture of ours and until when (unix seconds; 0: nothing). */
  ppt_vip_buy_activity: z
    .object({
      detail_icon: z
        .string()
        .max(300)
        .regex(/^$|^\/[^/\\]/),
      deadline: z.int().min(0),
    })
    .default({ detail_icon: '', deadline: 0 }),
} as const;

export type SettingKey = keyof typeof settingSchemas;
export type SettingValue<K extends SettingKey> = z.output<(typeof settingSchemas)[K]>;

/** Keys that anybody may read through the gateway. */
export const PUBLIC_SETTINGS: readonly SettingKey[] = ['hot_words', 'customer_qrcode'];

/** Keys that an operator sets. */
export const OPERATOR_SETTINGS: readonly SettingKey[] = Object.keys(settingSchemas) as SettingKey[];
