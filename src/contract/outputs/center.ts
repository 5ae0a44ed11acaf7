import { z } from 'zod';
import type * as contract from '#contract/center.ts';

/** A paged list of the reader's own. */
export const ownPageOutput = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ list: z.array(row), total: z.int(), page: z.int(), limit: z.int() });

export const ownItemRowOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  cover_src: z.string(),
  format: z.string(),
  price: z.number(),
  vip_only: z.boolean(),
  published: z.boolean(),
}) satisfies z.ZodType<contract.OwnItemRow>;

export const hadByOutput = z.enum(['purchase', 'voucher', 'member', 'free', 'ad', 'staff']) satisfies z.ZodType<contract.HadBy>;

export const libraryRowOutput = ownItemRowOutput.extend({
  had_by: hadByOutput,
  had_at: z.int(),
  ends_at: z.int(),
  orderid: z.string(),
  paid: z.number().nullable(),
  can_download: z.boolean(),
  learn_href: z.string(),
  versions: z.array(z.strictObject({ version: z.int(), published_at: z.int(), is_newest: z.boolean() })),
}) satisfies z.ZodType<contract.LibraryRow>;

export const libraryOutput = ownPageOutput(libraryRowOutput).extend({
  counts: z.record(z.string(), z.number()),
}) satisfies z.ZodType<contract.Library>;

export const collectedRowOutput = ownItemRowOutput.extend({
  type: z.number(),
  collected_at: z.int(),
}) satisfies z.ZodType<contract.CollectedRow>;

export const collectedListOutput = ownPageOutput(collectedRowOutput).extend({
  counts: z.record(z.string(), z.number()),
}) satisfies z.ZodType<contract.CollectedList>;

export const followedRowOutput = z.strictObject({
  type: z.int(),
  uid: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  show_job: z.string(),
  fans_num: z.int(),
  works_num: z.int(),
  followed_at: z.int(),
}) satisfies z.ZodType<contract.FollowedRow>;

export const footprintOutput = z.strictObject({
  id: z.int(),
  rid: z.int(),
  type: z.number(),
  type_name: z.string(),
  title: z.string(),
  img: z.string(),
  time: z.number(),
  url: z.string(),
}) satisfies z.ZodType<contract.Footprint>;

export const footprintGroupOutput = z.strictObject({
  update_time: z.number(),
  list: z.array(footprintOutput),
}) satisfies z.ZodType<contract.FootprintGroup>;

export const walletSumsOutput = z.strictObject({
  balance: z.number(),
  held: z.number(),
  coin: z.number(),
  held_coin: z.number(),
}) satisfies z.ZodType<contract.WalletSums>;

export const walletLineOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  reference: z.string(),
  amount: z.number(),
  created_at: z.int(),
}) satisfies z.ZodType<contract.WalletLine>;

export const saleRowOutput = z.strictObject({
  orderid: z.string(),
  item_id: z.int(),
  title: z.string(),
  kind: z.string(),
  paid_at: z.int(),
  price: z.number(),
  earned: z.number(),
}) satisfies z.ZodType<contract.SaleRow>;

export const salesListOutput = ownPageOutput(saleRowOutput).extend({
  sold_num: z.int(),
  sold: z.number(),
  earned: z.number(),
  share_percent: z.number(),
  ticket_share_percent: z.number(),
}) satisfies z.ZodType<contract.SalesList>;

export const ownCouponOutput = z.strictObject({
  id: z.int(),
  sort: z.enum(['voucher', 'coupon']),
  title: z.string(),
  price: z.number(),
  percent_off: z.int(),
  min_price: z.number(),
  noun: z.string(),
  measure: z.string(),
  url: z.string(),
  use_end_time: z.number(),
  held: z.boolean(),
}) satisfies z.ZodType<contract.OwnCoupon>;

export const ownCouponsOutput = ownPageOutput(ownCouponOutput).extend({
  counts: z.strictObject({ '0': z.number(), '1': z.number(), '2': z.number() }),
}) satisfies z.ZodType<contract.OwnCoupons>;
