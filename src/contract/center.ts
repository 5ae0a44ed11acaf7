/** DTOs of the personal centre: what one reader has, follows, saw and owns. Amounts are yuan, times unix seconds. */

export interface OwnPage<Row> {
  list: Row[];
  /** Of the tab that was asked for. */
  total: number;
  page: number;
  limit: number;
}

/** How somebody came to what they may download. */
export type HadBy = 'purchase' | 'voucher' | 'member' | 'free' | 'ad' | 'staff';

export const HAD_BY_TEXTS: Readonly<Record<HadBy, string>> = {
  purchase: '购买',
  voucher: '下载券兑换',
  member: '会员下载',
  free: '免费下载',
  ad: '观看广告',
  staff: '平台赠送',
};

/** An item in a list of the reader's own; it may be taken down by now. */
export interface OwnItemRow {
  id: number;
  /** Key of a kind in contract/kinds.ts. */
  kind: string;
  title: string;
  cover_src: string;
  format: string;
  price: number;
  vip_only: boolean;
  /** Its public page exists. */
  published: boolean;
}

/** POST: a link to one of the versions of a library row. */
export const VERSION_CALL = '/user/library/version';

/** A version of an item that may be downloaded. */
export interface LibraryVersion {
  version: number;
  published_at: number;
  is_newest: boolean;
}

export interface LibraryRow extends OwnItemRow {
  had_by: HadBy;
  had_at: number;
  /** 0: for good. */
  ends_at: number;
  /** Of a purchase; empty otherwise. */
  orderid: string;
  /** What was paid for it in all; null: nothing was bought. */
  paid: number | null;
  /** By the right of this moment; of a course: it may be learned. */
  can_download: boolean;
  /** Where a course is learned: there is nothing to download; empty for all others. */
  learn_href: string;
  /** Where it changed since it was bought: what was bought, and what is sold now. Empty: there is no choice. */
  versions: LibraryVersion[];
}

/** GET /user/library. `counts`: by key of the kind, of what the search finds. */
export interface Library extends OwnPage<LibraryRow> {
  counts: Record<string, number>;
}

export interface CollectedRow extends OwnItemRow {
  /** `type` of the collect calls. */
  type: number;
  collected_at: number;
}

/** GET /user/collect. */
export interface CollectedList extends OwnPage<CollectedRow> {
  counts: Record<string, number>;
}

/** A publisher or a shop that the reader follows. */
export interface FollowedRow {
  /** FOCUS_SHOP or FOCUS_USER. */
  type: number;
  /** Of the publisher, or of the shop. */
  uid: number;
  nickname: string;
  headimgurl: string;
  /** What a publisher does; where a shop is and what it offers. */
  show_job: string;
  fans_num: number;
  works_num: number;
  followed_at: number;
}

/** One thing that the reader saw (shell spec 3). */
export interface Footprint {
  id: number;
  rid: number;
  type: number;
  type_name: string;
  title: string;
  img: string;
  time: number;
  /** Address of its page; empty when it is gone. */
  url: string;
}

/** Footprints that were left within 300 s of each other. */
export interface FootprintGroup {
  update_time: number;
  list: Footprint[];
}

/** GET /user/balance/money. */
export interface WalletSums {
  /** Free to spend. */
  balance: number;
  /** Held by open orders. */
  held: number;
  /** Cat coins. */
  coin: number;
  held_coin: number;
}

/** What a line of the ledger moved. */
export type WalletAccount = 'balance' | 'earning';

export interface WalletLine {
  id: number;
  /** 购买, 退款, ... */
  title: string;
  /** Order number or other reference; may be empty. */
  reference: string;
  /** Signed. */
  amount: number;
  created_at: number;
}

/** GET /user/sales. */
export interface SalesList extends OwnPage<SaleRow> {
  /** Of everything sold and not refunded. */
  sold_num: number;
  sold: number;
  earned: number;
  /** Percent of a sale that the publisher gets, for sales from now on. */
  share_percent: number;
  /** The same of tickets of salons. */
  ticket_share_percent: number;
}

export interface SaleRow {
  orderid: string;
  item_id: number;
  title: string;
  /** Key of the kind. */
  kind: string;
  paid_at: number;
  price: number;
  earned: number;
}

/** Status of coupons and vouchers in the specification's call: 0 unused, 1 used, 2 ended. */
export type CouponStatus = 0 | 1 | 2;

export interface OwnCoupon {
  id: number;
  /** Off a price, or one item for nothing. */
  sort: 'coupon' | 'voucher';
  title: string;
  /** 0 for vouchers. */
  price: number;
  /** 0: the amount; otherwise so many hundredths, `price` at most. */
  percent_off: number;
  min_price: number;
  /** Noun of what it is good for. */
  noun: string;
  /** Counting word of that: 份 of 方案. */
  measure: string;
  /** List page of what it is good for. */
  url: string;
  use_end_time: number;
  /** Set aside by an open order. */
  held: boolean;
}

/** GET /user/coupon/mine. */
export interface OwnCoupons extends OwnPage<OwnCoupon> {
  counts: Record<CouponStatus, number>;
}
