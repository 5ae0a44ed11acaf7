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
  points: z.int(),
  most: z.int(),
  needs_address: z.boolean(),
  refusal: z.string(),
});

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
  left_num: z.int(),
  left_before: z.int(),
  per_person: z.int(),
  is_on: z.boolean(),
  sort: z.int(),
  definition_id: z.int(),
  vip_type: z.int(),
  days: z.int(),
  max_download_pre_day: z.int(),
  cards: z.int(),
});

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
  receiver: z.string(),
  tel: z.string(),
  carrier: z.string(),
  tracking_no: z.string(),
  given: z.string(),
  reason: z.string(),
  answer: z.string(),
  created_at: z.int(),
  shipped_at: z.int(),
  received_at: z.int(),
  asked_at: z.int(),
  ended_at: z.int(),
});

export const addressOutput = z.strictObject({
  id: z.int(),
  receiver: z.string(),
  tel: z.string(),
  province: z.string(),
  city: z.string(),
  detail: z.string(),
  is_default: z.literal([0, 1]),
});
