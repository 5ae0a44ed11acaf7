import { z } from 'zod';

const kind = z.enum(['physical', 'coupon', 'membership', 'card']);
const state = z.enum(['waiting', 'shipped', 'received', 'asked', 'returned', 'cancelled']);

const goodsFields = {
  id: z.int(),
  kind,
  title: z.string(),
  about: z.string(),
  cover: z.string(),
  points: z.int(),
  market_price: z.number(),
  left_num: z.int().nullable(),
  redeemed_num: z.int(),
  per_person: z.int(),
};
export const goodsOutput = z.strictObject(goodsFields);
export const goodsDetailOutput = z.strictObject({ ...goodsFields, content: z.string() });

export const mallQuoteOutput = z.strictObject({
  goods: goodsOutput,
  num: z.int(),
  total_points: z.int(),
  /** What the reader has. */
  points: z.int(),
  /** Most that the reader may redeem now; 0: none. */
  most: z.int(),
  needs_address: z.boolean(),
  /** '': it can be redeemed. */
  refusal: z.string(),
});
/** What so many would cost, and why they cannot be had. */
export type MallQuote = z.infer<typeof mallQuoteOutput>;

export const redemptionOutput = z.strictObject({
  id: z.int(),
  redeem_no: z.string(),
  goods_id: z.int(),
  kind,
  title: z.string(),
  cover: z.string(),
  num: z.int(),
  total_points: z.int(),
  state,
  state_text: z.string(),
  receiver: z.string(),
  tel: z.string(),
  address: z.string(),
  carrier: z.string(),
  tracking_no: z.string(),
  remark: z.string(),
  /** By which parcel it is sent back. */
  back_parcel: z.string(),
  /** What it brought, in words. */
  given: z.string(),
  reason: z.string(),
  answer: z.string(),
  created_at: z.int(),
  shipped_at: z.int(),
  received_at: z.int(),
  ended_at: z.int(),
  can_cancel: z.boolean(),
  can_receive: z.boolean(),
  can_return: z.boolean(),
});
/** A redemption in its owner's list. */
export type Redemption = z.infer<typeof redemptionOutput>;

export const ownRedemptionsOutput = z.strictObject({ list: z.array(redemptionOutput), total: z.int(), page: z.int(), limit: z.int() });

export const goodsFormOutput = z.strictObject({
  id: z.int(),
  kind,
  title: z.string(),
  about: z.string(),
  content: z.string(),
  cover: z.string(),
  points: z.int(),
  market_price: z.number(),
  /** -1: there is always one. */
  left_num: z.int(),
  /** What the form was opened with; another meanwhile is a conflict. */
  left_before: z.int(),
  per_person: z.int(),
  is_on: z.boolean(),
  sort: z.int(),
  /** Of a coupon. */
  definition_id: z.int(),
  /** Of a membership. */
  vip_type: z.int(),
  days: z.int(),
  max_download_pre_day: z.int(),
  /** Of make-up cards: how many for one. */
  cards: z.int(),
});
/** Goods as staff write them. */
export type GoodsForm = z.infer<typeof goodsFormOutput>;

export const revealedParcelOutput = z.strictObject({
  ...{ receiver: z.string(), tel: z.string(), address: z.string(), remark: z.string(), back_parcel: z.string() },
});
/** What staff read of a parcel once they said why. */
export type RevealedParcel = z.infer<typeof revealedParcelOutput>;

export const staffRedemptionOutput = z.strictObject({
  id: z.int(),
  redeem_no: z.string(),
  user_id: z.int(),
  nickname: z.string(),
  kind,
  title: z.string(),
  num: z.int(),
  total_points: z.int(),
  state,
  state_text: z.string(),
  /** 张* and 138****0000. */
  receiver: z.string(),
  tel: z.string(),
  carrier: z.string(),
  tracking_no: z.string(),
  remark: z.string(),
  /** By which parcel it is sent back. */
  back_parcel: z.string(),
  given: z.string(),
  reason: z.string(),
  answer: z.string(),
  created_at: z.int(),
  shipped_at: z.int(),
  received_at: z.int(),
  asked_at: z.int(),
  ended_at: z.int(),
});
/** A redemption as staff see it: the address is revealed one by one. */
export type StaffRedemption = z.infer<typeof staffRedemptionOutput>;

export const addressOutput = z.strictObject({
  id: z.int(),
  receiver: z.string(),
  tel: z.string(),
  province: z.string(),
  /** '' where the province has no cities of its own. */
  city: z.string(),
  detail: z.string(),
  is_default: z.literal([0, 1]),
});
/** The address book: where people want parcels sent. */
export type Address = z.infer<typeof addressOutput>;
