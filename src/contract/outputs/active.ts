import { z } from 'zod';
import { CAMPAIGN_PAGES } from '#contract/campaign.ts';
import type * as draw from '#contract/draw.ts';
import { orderOutput } from './order.ts';

const flag = z.literal([0, 1]);

const unionPartShownOutput = z.strictObject({
  title: z.string(),
  /** 365 天, 12 个月 */
  duration: z.string(),
  /** 1: of a partner; goes to the phone of the account. */
  is_partner: flag,
});
/** A part of a bundle, in words. */
export type UnionPartShown = z.infer<typeof unionPartShownOutput>;

export const unionVipOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  img: z.string(),
  price: z.number(),
  org_price: z.number(),
  bottom_img: z.string(),
  protocol_url: z.string(),
  protocol_title: z.string(),
  parts: z.array(unionPartShownOutput),
});
/** GET /user/Union/getUnionVipList. */
export type UnionVip = z.infer<typeof unionVipOutput>;

export const unionOrderOutput = orderOutput.extend({
  /** Titles of the parts that the buyer has for life: they bring nothing more. */
  for_life: z.array(z.string()),
});
/** POST /user/Union/addorder. */
export type UnionOrder = z.infer<typeof unionOrderOutput>;

const unionPartFormOutput = z.strictObject({
  sort: z.enum(['plan', 'partner']),
  title: z.string(),
  share: z.number(),
  /** Of a plan. */
  vip_type: z.int(),
  days: z.int(),
  max_download_pre_day: z.int(),
  /** Of a partner's right. */
  partner: z.string(),
  product: z.string(),
  months: z.int(),
});
/** A part as staff write it. `share`: percent of the price, for refunds and the partner's statement. */
export type UnionPartForm = z.infer<typeof unionPartFormOutput>;

export const unionFormOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  summary: z.string(),
  img: z.string(),
  bottom_img: z.string(),
  price: z.number(),
  org_price: z.number(),
  protocol_url: z.string(),
  protocol_title: z.string(),
  sort: z.int(),
  is_on: z.boolean(),
  parts: z.array(unionPartFormOutput),
});
export type UnionForm = z.infer<typeof unionFormOutput>;

export const publishedRoundOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  seed_hash: z.string(),
  table_text: z.string(),
  table_hash: z.string(),
  /** '' while it is open. */
  seed: z.string(),
  draws_num: z.int(),
  ends_at: z.int(),
  closed_at: z.int(),
});
/** A round with what is known of it: the seed is published when it is closed. */
export type PublishedRound = z.infer<typeof publishedRoundOutput>;

export const publishedDrawOutput = z.strictObject({
  number: z.int(),
  /** Who, as a hash of round and account: `userTag`. */
  user: z.string(),
  user_seed: z.string(),
  hit: z.int(),
  given: z.int(),
});
/** One draw as it is published when its round is closed. */
export type PublishedDraw = z.infer<typeof publishedDrawOutput>;

export const drawChanceOutput = z.strictObject({
  /** 1: this order may draw. */
  num: flag,
  activity_id: z.int(),
  /** Of the open round; 0: none. */
  round: z.int(),
  seed_hash: z.string(),
  /** Why it may not; '': it may. */
  msg: z.string(),
});
/** GET /event/event/blindnum: chances of an order. */
export type DrawChance = z.infer<typeof drawChanceOutput>;

export const drawResultOutput = z.strictObject({
  blind_id: z.int(),
  prizeinfo: z.strictObject({ title: z.string(), covers: z.string(), covers_hor: z.string(), type: z.int(), due_time: z.int() }),
  /** What the drawer needs to find and check their draw. */
  proof: z.strictObject({ round: z.int(), number: z.int(), user: z.string(), user_seed: z.string(), seed_hash: z.string() }),
});
/** POST /event/event/doblind. */
export type DrawResult = z.infer<typeof drawResultOutput>;

const ownPrizeOutput = z.strictObject({
  blind_id: z.int(),
  title: z.string(),
  type: z.int(),
  due_time: z.int(),
  /** given, unaddressed, addressed, shipped, withdrawn */
  state: z.string(),
  state_text: z.string(),
  shipped_note: z.string(),
  created_at: z.int(),
});
/** A prize in the reader's own list. */
export type OwnPrize = z.infer<typeof ownPrizeOutput>;

export const ownPrizesOutput = z.strictObject({
  list: z.array(ownPrizeOutput),
  chances: z.array(z.strictObject({ orderid: z.string(), title: z.string() })),
});
/** GET of the reader's own: prizes, and orders that may draw. */
export type OwnPrizes = z.infer<typeof ownPrizesOutput>;

export const roundFormOutput = z.strictObject({
  round: publishedRoundOutput.nullable(),
  form: z.strictObject({
    title: z.string(),
    ends_at: z.int(),
    prizes: z.array(
      z.strictObject({
        place: z.int(),
        title: z.string(),
        type: z.int(),
        weight: z.int(),
        stock: z.int().nullable(),
        replace: z.int().nullable(),
        covers: z.string(),
        covers_hor: z.string(),
        vip_type: z.int(),
        days: z.int(),
        max_download_pre_day: z.int(),
      }),
    ),
  }) satisfies z.ZodType<draw.RoundForm>,
});

export const staffPrizeOutput = z.strictObject({
  id: z.int(),
  round_id: z.int(),
  number: z.int(),
  user_id: z.int(),
  title: z.string(),
  type: z.int(),
  state: z.string(),
  state_text: z.string(),
  shipped_note: z.string(),
  due_time: z.int(),
  created_at: z.int(),
});

export const campaignFormOutput = z.strictObject({
  id: z.int(),
  page: z.enum(CAMPAIGN_PAGES),
  title: z.string(),
  summary: z.string(),
  content: z.string(),
  rules: z.string(),
  picture: z.string(),
  /** Numbers of coupon definitions. */
  coupon_ids: z.array(z.int()),
  with_plans: z.boolean(),
  with_draw: z.boolean(),
  is_on: z.boolean(),
  starts_at: z.int(),
  ends_at: z.int(),
});
/** A campaign as staff write it. */
export type CampaignForm = z.infer<typeof campaignFormOutput>;
