import { z } from 'zod';
import type * as contract from '#contract/center.ts';
import { pageUnitOutput } from './item.ts';
import { licenceOutput } from './order.ts';
import { privatePageOutput } from './publish.ts';

/** A paged list of the reader's own. */
export const ownPageOutput = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ list: z.array(row), total: z.int(), page: z.int(), limit: z.int() });

export const ownItemRowOutput = z.strictObject({
  id: z.int(),
  /** Key of a kind in contract/kinds.ts. */
  kind: z.string(),
  title: z.string(),
  cover_src: z.string(),
  format: z.string(),
  price: z.number(),
  vip_only: z.boolean(),
  /** Its public page exists. */
  published: z.boolean(),
});
/** An item in a list of the reader's own; it may be taken down by now. */
export type OwnItemRow = z.infer<typeof ownItemRowOutput>;

export const hadByOutput = z.enum(['purchase', 'company', 'voucher', 'member', 'free', 'ad', 'staff']) satisfies z.ZodType<contract.HadBy>;

const libraryVersionOutput = z.strictObject({
  version: z.int(),
  published_at: z.int(),
  is_newest: z.boolean(),
  /** What its publisher says that changed. */
  note: z.string(),
  /** 0: it has none that are drawn. */
  pages: z.int(),
});
/** A version of an item that may be downloaded. */
export type LibraryVersion = z.infer<typeof libraryVersionOutput>;

export const libraryRowOutput = ownItemRowOutput.extend({
  had_by: hadByOutput,
  had_at: z.int(),
  /** 0: it never ends. */
  ends_at: z.int(),
  /** Of a purchase; empty otherwise. */
  orderid: z.string(),
  licence: licenceOutput,
  /** What was paid for it in all; null: nothing was bought. */
  paid: z.number().nullable(),
  /** By the right of this moment; of a course: it may be learned. */
  can_download: z.boolean(),
  /** Where a course is learned: there is nothing to download; empty for all others. */
  learn_href: z.string(),
  /** Where it changed since it was bought: what was bought, and what is sold now. Empty: there is no choice. */
  versions: z.array(libraryVersionOutput),
  /** It may be rated now. */
  can_rate: z.boolean(),
  /** Stars that the reader gave it; 0: none. */
  my_stars: z.int(),
});
export type LibraryRow = z.infer<typeof libraryRowOutput>;

export const libraryOutput = ownPageOutput(libraryRowOutput).extend({
  counts: z.record(z.string(), z.number()),
  /** By the licence of a company. */
  of_company: z.int(),
});
const changedPageOutput = z.strictObject({
  type: z.enum(['new', 'changed', 'gone', 'moved']),
  /** Where it stands in each; null: it is not there. */
  before: privatePageOutput.nullable(),
  after: privatePageOutput.nullable(),
});
export const libraryChangesOutput = z.strictObject({
  title: z.string(),
  versions: z.array(libraryVersionOutput),
  unit: pageUnitOutput,
  /** The first of them, in the order of the newest version. */
  list: z.array(changedPageOutput),
  total: z.int(),
});
/** The version that somebody got beside the newest one. */
export type LibraryChanges = z.infer<typeof libraryChangesOutput>;

/** GET /user/library. `counts`: by key of the kind, of what the search finds. */
export type Library = z.infer<typeof libraryOutput>;

export const collectedRowOutput = ownItemRowOutput.extend({
  /** `type` of the collect calls. */
  type: z.number(),
  collected_at: z.int(),
});
export type CollectedRow = z.infer<typeof collectedRowOutput>;

export const collectedListOutput = ownPageOutput(collectedRowOutput).extend({
  counts: z.record(z.string(), z.number()),
});
/** GET /user/collect. */
export type CollectedList = z.infer<typeof collectedListOutput>;

export const followedRowOutput = z.strictObject({
  /** FOCUS_SHOP or FOCUS_USER. */
  type: z.int(),
  /** Of the publisher, or of the shop. */
  uid: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  /** What a publisher does; where a shop is and what it offers. */
  show_job: z.string(),
  fans_num: z.int(),
  works_num: z.int(),
  followed_at: z.int(),
});
/** A publisher or a shop that the reader follows. */
export type FollowedRow = z.infer<typeof followedRowOutput>;

export const footprintOutput = z.strictObject({
  id: z.int(),
  rid: z.int(),
  type: z.number(),
  type_name: z.string(),
  title: z.string(),
  img: z.string(),
  time: z.number(),
  /** Address of its page; empty when it is gone. */
  url: z.string(),
});
/** One item that the reader saw (shell spec 3). */
export type Footprint = z.infer<typeof footprintOutput>;

export const footprintGroupOutput = z.strictObject({
  update_time: z.number(),
  list: z.array(footprintOutput),
});
/** Footprints that were left within 300 s of each other. */
export type FootprintGroup = z.infer<typeof footprintGroupOutput>;

export const walletSumsOutput = z.strictObject({
  /** Free to spend. */
  balance: z.number(),
  /** Held by open orders. */
  held: z.number(),
  /** Cat coins. */
  coin: z.number(),
  held_coin: z.number(),
});
/** GET /user/balance/money. */
export type WalletSums = z.infer<typeof walletSumsOutput>;

export const walletLineOutput = z.strictObject({
  id: z.int(),
  /** 购买, 退款, ... */
  title: z.string(),
  /** Order number or other reference; may be empty. */
  reference: z.string(),
  /** What an order was for; empty: it is none. */
  about: z.string(),
  /** Signed. */
  amount: z.number(),
  created_at: z.int(),
});
export type WalletLine = z.infer<typeof walletLineOutput>;

export const saleRowOutput = z.strictObject({
  orderid: z.string(),
  item_id: z.int(),
  title: z.string(),
  /** Key of the kind. */
  kind: z.string(),
  paid_at: z.int(),
  price: z.number(),
  earned: z.number(),
  /** Its payer claims the money back, which holds the earning. */
  claimed: z.boolean(),
});
export type SaleRow = z.infer<typeof saleRowOutput>;

export const salesListOutput = ownPageOutput(saleRowOutput).extend({
  /** Of everything sold and not refunded. */
  sold_num: z.int(),
  sold: z.number(),
  earned: z.number(),
  /** Percent of a sale that the publisher gets, for sales from now on. */
  share_percent: z.number(),
  /** The same of tickets of salons. */
  ticket_share_percent: z.number(),
});
/** GET /user/sales. */
export type SalesList = z.infer<typeof salesListOutput>;

export const sellerDayOutput = z.strictObject({
  /** Works on the site; 0 of a publisher whose works are all gone. */
  works: z.int(),
  /** Something was ever sold. */
  sold: z.boolean(),
  views_today: z.int(),
  sold_today: z.int(),
  /** Since Monday, what is left of it. */
  sold_week: z.int(),
  earned_week: z.number(),
  /** May be withdrawn now; buyers may still take the rest back. */
  available: z.number(),
  pending: z.number(),
});
/** GET /user/sales/day, in Shanghai days. Null: who asks publishes nothing and never sold. */
export type SellerDay = z.infer<typeof sellerDayOutput>;

export const ownCouponOutput = z.strictObject({
  id: z.int(),
  /** Off a price, or one item for nothing. */
  sort: z.enum(['voucher', 'coupon']),
  title: z.string(),
  /** 0 for vouchers. */
  price: z.number(),
  /** 0: the amount; otherwise so many hundredths, `price` at most. */
  percent_off: z.int(),
  min_price: z.number(),
  /** Noun of what it is good for. */
  noun: z.string(),
  /** Counting word of that: 份 of 方案. */
  measure: z.string(),
  /** List page of what it is good for. */
  url: z.string(),
  use_end_time: z.number(),
  /** Set aside by an open order. */
  held: z.boolean(),
});
export type OwnCoupon = z.infer<typeof ownCouponOutput>;

export const ownCouponsOutput = ownPageOutput(ownCouponOutput).extend({
  counts: z.strictObject({ '0': z.number(), '1': z.number(), '2': z.number() }),
});
/** GET /user/coupon/mine. */
export type OwnCoupons = z.infer<typeof ownCouponsOutput>;
