import { z } from 'zod';

/** One schema a key: what an operator may set, and the value before anybody did. */
export const settingSchemas = {
  /** `auto` publishes at once (demo); `hold` waits for a reviewer. */
  work_review: z.enum(['auto', 'hold']).default('auto').meta({ title: '作品审核方式：auto 自动发布，hold 人工审核' }),
  /** Score of readers' reports from which a work is hidden until staff decide: five people without a record. 0: never. */
  report_hide_score: z.int().min(0).max(1_000).default(5).meta({ title: '举报分值达到多少时先隐藏作品（0 为不隐藏）' }),
  /** Share of the price that the publisher earns, in basis points (8000 = 80 %). */
  publisher_share_bp: z.int().min(0).max(10_000).default(8_000).meta({ title: '发布者分成（万分之）' }),
  /** Free downloads a day for a user without membership (spec 9: value not shown). */
  free_downloads_per_day: z.int().min(0).max(1_000).default(3).meta({ title: '非会员每日免费下载次数' }),
  /** Downloads within ten minutes after which a captcha is asked for. */
  captcha_after_downloads: z.int().min(1).max(1_000).default(5).meta({ title: '十分钟内下载多少次后要求验证码' }),
  /** Minutes until an unpaid order closes. */
  order_ttl_min: z.int().min(1).max(1_440).default(15).meta({ title: '未支付订单保留时间（分钟）' }),
  /** Refunds of more than this wait for a second person, fen. 0: all do. */
  refund_confirm_above_fen: z.int().min(0).max(1_000_000_000).default(50_000).meta({ title: '退款超过此金额须由第二人复核（分）' }),
  /** Words under the search field. */
  hot_words: z.array(z.string().min(1).max(20)).max(20).default(['年会', '发布会', '团建', '快闪', '婚礼', '市集', '开业', '路演']).meta({ title: '搜索框下的热词' }),
  /** Community and customer-service QR: text it encodes. */
  customer_qrcode: z.string().max(500).default('').meta({ title: '客服二维码内容' }),
  /** What PPT details advertise: the path of a picture of ours and until when (unix seconds; 0: nothing). */
  ppt_vip_buy_activity: z
    .object({
      detail_icon: z
        .string()
        .max(300)
        .regex(/^$|^\/[^/\\]/),
      deadline: z.int().min(0),
    })
    .default({ detail_icon: '', deadline: 0 }).meta({ title: 'PPT 详情页的会员活动' }),
  /** How far the demo world is, and whom it is made of. Written by the seed only. */
  demo_world: z
    .object({
      state: z.enum(['none', 'growing', 'done']),
      people: z.object({ buyer_id: z.int(), member_id: z.int(), publisher_ids: z.array(z.int()), reader_ids: z.array(z.int()) }),
    })
    .default({ state: 'none', people: { buyer_id: 0, member_id: 0, publisher_ids: [], reader_ids: [] } }),
} as const;

export type SettingKey = keyof typeof settingSchemas;
export type SettingValue<K extends SettingKey> = z.output<(typeof settingSchemas)[K]>;

/** Keys that anybody may read through the gateway. */
export const PUBLIC_SETTINGS: readonly SettingKey[] = ['hot_words', 'customer_qrcode'];

/** Keys that an operator sets: all but what the seed keeps for itself. */
export const OPERATOR_SETTINGS: readonly SettingKey[] = (Object.keys(settingSchemas) as SettingKey[]).filter((key) => key !== 'demo_world');
