import type { Picture } from './item.ts';
import type { PayApp } from './pay-app.ts';

/** Order DTOs (spec 3 and 4). Amounts are yuan as numbers; status 1 waiting, 2 paid, 3 failed or closed. */

export type OrderStatus = 1 | 2 | 3;
export const ORDER_WAITING = 1;
export const ORDER_PAID = 2;
export const ORDER_CLOSED = 3;

/** Channel of an order whose QR can be refreshed (spec 4: 1, 2 and 6). */
export const PLATFORM_QR = 1;
/** The balance covers it: the confirmation pays, a direct upgrade is not offered (spec 4: 3). */
export const PLATFORM_BALANCE = 3;
/** Nothing to pay and nothing to scan. */
export const PLATFORM_NONE = 0;

/** Calls of own orders beside the specification's. */
export const ORDER_CALLS = {
  export: '/api/order/export',
  invoice: '/api/order/invoice',
  invoice_file: '/api/order/invoice/file',
} as const;

/** The order calls. The client never names a price. */
export interface OrderInput {
  id: number;
  /** 1: use the account's balance. */
  balance: 0 | 1;
  user_coupon_id: number;
  /** 1: answer with the open order of this item as it stands, if there is one; 0 places a new one and closes the old. */
  cache?: 0 | 1;
  /** Same key, same order: a retry of a lost answer does not place a second one. */
  idempotency_key?: string;
}

/** Why a buyer paid less than everybody, as stored with the order. */
export type SavedBy = 'member' | 'early' | 'early_member';

/** The one name of each, wherever a discount is shown. */
export const SAVED_TEXTS: Readonly<Record<SavedBy, string>> = { member: '会员优惠', early: '早鸟优惠', early_member: '早鸟与会员优惠' };

export interface Order {
  orderid: string;
  /** What kind of thing is bought (item, membership ...) and which. */
  subject: string;
  subject_id: number;
  pay_price: number;
  /** What everybody pays. */
  list_price: number;
  /** What this buyer pays. */
  price: number;
  saved_by: SavedBy;
  coupon_price: number;
  coupon_use: 0 | 1;
  /** The coupon that this order holds; 0 for none. */
  user_coupon_id: number;
  deduction_price: number;
  use_balance: 0 | 1;
  /** The balance before this order's part was set aside. */
  all_balance: number;
  surplus_balance: number;
  /** What the browser draws as QR; empty when nothing is to be scanned. */
  pay_qrcode: string;
  /** Apps that the browser of a phone can open for paying; empty when nothing is to be scanned. */
  pay_apps: PayApp[];
  is_free: 0 | 1;
  status: OrderStatus;
  /** Channel of the QR: the refresh action shows for 1, 2 and 6. */
  platform: number;
  /** Unix seconds. */
  expires_at: number;
  server_time: number;
}

/** GET /api/order, polled every 3 s. */
export interface OrderState {
  orderid: string;
  status: OrderStatus;
  /** 1: closed because the buyer has the item by another way; there is nothing left to pay. */
  owned: 0 | 1;
  platform: number;
  /** Why it is closed; empty otherwise. */
  msg: string;
  /** 1: the payer's phone has the bill on its screen. Providers that do not tell: always 0. */
  scanned: 0 | 1;
  expires_at: number;
}

export interface UserCoupon {
  id: number;
  title: string;
  price: number;
  min_price: number;
  use_end_time: number;
  is_have2: 0 | 1;
  auto_get: 0 | 1;
  /** Why it cannot be used whatever the price is; '': nothing is in its way. */
  refusal: string;
}

/** What an open order of something else has set aside, and would give back if it were closed. */
export interface HeldElsewhere {
  orderid: string;
  /** Of what was ordered. */
  title: string;
  /** Title of its coupon, where that would do here; empty: none. */
  coupon: string;
  /** Of the balance, yuan. */
  balance: number;
}

/** GET /scheme/scheme/pricelist: everything the purchase modal shows before an order is placed. */
export interface Quote {
  item: {
    id: number;
    /** Key of a kind in contract/kinds.ts, and its name. */
    kind: string;
    noun: string;
    /** The call that orders it. */
    order_call: string;
    /** Where its membership is sold; null while that section has no pages. */
    vip_route: string | null;
    title: string;
    cover: Picture | null;
    category_name: string;
    format: string;
    /** M, one decimal. */
    size: number;
  };
  /** What everybody pays. */
  list_price: number;
  /** What this reader pays: the member price for members. */
  price: number;
  member_price: 0 | 1;
  /** What a member would pay, whoever asks: `vip_price` of a detail call depends on its reader (decision 0021). */
  price_for_members: number;
  /** Tenths that a member pays: 7.5 is 七五折. */
  vip_discount: number;
  /** What the reader has of it already by a membership or an advertisement, and what buying adds; empty: nothing. */
  had: string;
  /** Coupons that fit this price, the largest first. */
  coupons: UserCoupon[];
  /** Coupons of the kind that ask for a higher price, or that say why they cannot be used. */
  unfit_coupons: UserCoupon[];
  user_coupon_id: number;
  coupon_price: number;
  /** Part of the coupon that the price does not reach: it is lost with the order. */
  coupon_lost: number;
  balance: number;
  held: HeldElsewhere[];
  deduction_price: number;
  pay_price: number;
}

/** A row of a list of orders. */
export interface OrderRow {
  orderid: string;
  subject: string;
  subject_id: number;
  /** Code of the item's kind; 0 for what is no item. */
  kind: number;
  title: string;
  cover_src: string;
  format: string;
  status: OrderStatus;
  price: number;
  pay_price: number;
  coupon_price: number;
  deduction_price: number;
  /** What the buyer had paid for a membership that this one took the place of, taken off before. */
  credit_price: number;
  created_at: number;
  paid_at: number;
  expires_at: number;
  /** Why it is closed; empty otherwise. */
  msg: string;
  /** True while what was bought can be used, as an item is downloaded. */
  can_download: boolean;
  /** Where a course is learned: there is nothing to download; empty for all others. */
  learn_href: string;
  /** Closed, and the buyer has it no other way. */
  can_buy: boolean;
  /** Page of what was bought; empty: an item's, by its kind, or none. */
  href: string;
  /** Page on which an open order is paid; empty: the purchase dialog pays it. */
  pay_href: string;
  /** Given back while the order stands. */
  refunded: number;
}

/** Where one part of what was bought stands. */
export type OrderPartState = 'unpaid' | 'working' | 'later' | 'active' | 'over' | 'ending' | 'ended';
export const ORDER_PART_STATES: Record<OrderPartState, string> = {
  unpaid: '支付后生效',
  working: '处理中',
  later: '尚未开始',
  active: '已生效',
  over: '已到期',
  ending: '退回中',
  ended: '已退回',
};

/** Where a payment came from, for people. */
export const PAY_CHANNELS: Readonly<Record<string, string>> = { wechat: '微信支付', alipay: '支付宝' };

/** A part of what one order gives, where it gives several. */
export interface OrderPart {
  title: string;
  /** How much of it, and for whom: 12 个月，138****0000. */
  text: string;
  state: OrderPartState;
  /** Unix seconds; 0: not known yet. */
  starts_at: number;
  ends_at: number;
}

/** One order with everything that a receipt shows. */
export interface OrderDetail extends OrderRow {
  /** Of what it is for: 方案. */
  noun: string;
  /** What everybody paid at that time, after what was credited. */
  list_price: number;
  saved_by: SavedBy;
  /** As of `Order`. */
  pay_qrcode: string;
  pay_apps: PayApp[];
  /** Where what was just paid is shown; empty: on the order's own page. */
  done_href: string;
  /** wechat, alipay; empty: nothing was paid by QR. */
  channel: string;
  /** The provider's number; empty without one. */
  trade_no: string;
  /** Unix seconds; 0: it is not closed. */
  closed_at: number;
  server_time: number;
  /** Parts that live on their own, in their order; empty: what was bought is one thing. */
  parts: OrderPart[];
  /** What the buyer may do about their money, and what was done. */
  refund: OwnRefund;
  /** The invoice that is alive, else the newest; null: none was asked for. */
  invoice: Invoice | null;
  /** Those before it, the newest first. */
  invoice_earlier: Invoice[];
  /** One may be asked for now, over so many yuan; 0: none. */
  invoice_price: number;
  /** This site sends mail: an invoice goes to its address when it is issued. */
  invoice_mailed: boolean;
}

/** Money of one order on its way back, for its buyer. */
export interface OwnRefund {
  /** They may ask now: paid and in time. */
  can_ask: boolean;
  /** It goes back at once; otherwise staff decide on what they ask. */
  at_once: boolean;
  /** Why they may not, or why not at once, for people. */
  why_not: string;
  /** What would come back. */
  price: number;
  /** Until then they may; unix seconds, 0: never. */
  until: number;
  /** A request waits for staff. */
  asked: boolean;
  /** It is their own request, and they may take it back. */
  can_withdraw: boolean;
  /** Staff did not give their last request; null: nothing of the kind. */
  refused: { at: number; reason: string } | null;
  list: Array<{ at: number; price: number; whole: boolean; reason: string; done: boolean }>;
}

/** Why a buyer wants their money back; the last one wants words of their own. */
export const REFUND_REASONS = ['买错了', '内容与描述不符', '重复购买', '其他'] as const;
export const REFUND_REASON_MAX = 200;

/** Why a buyer's invoice is made anew. */
export const CORRECTION_REASON_MAX = 100;

export type InvoiceHolder = 'personal' | 'company';
export type InvoiceStatus = 'asked' | 'issued' | 'refused' | 'withdrawn' | 'red_due' | 'red';
export const INVOICE_STATES: Record<InvoiceStatus, string> = {
  asked: '开票中',
  issued: '已开票',
  refused: '未能开票',
  withdrawn: '已撤回',
  red_due: '待红冲',
  red: '已红冲',
};

/** An invoice (发票) of one order. */
export interface Invoice {
  id: number;
  invoice_no: string;
  orderid: string;
  holder: InvoiceHolder;
  title: string;
  tax_no: string;
  mail: string;
  content: string;
  price: number;
  status: InvoiceStatus;
  /** Why it was refused. */
  reason: string;
  /** The tax authority's numbers; empty without. */
  number: string;
  red_number: string;
  /** There is a file to download. */
  has_file: boolean;
  has_red_file: boolean;
  created_at: number;
  issued_at: number;
  red_at: number;
  /** It is reversed, or was, because its title is wrong: what the next one says. */
  correction: { holder: InvoiceHolder; title: string; tax_no: string; mail: string; reason: string; by_staff: boolean } | null;
  /** The reversed invoice whose place it took; 0: none. */
  replaces_id: number;
  /** Numbers that were recorded by mistake, each with a file, the oldest first. */
  past_files: Array<{ red: boolean; number: string; reason: string; at: number }>;
}

/** What an invoice's state is called: one that is reversed for its title is made anew. */
export const invoiceState = ({ status, correction }: Pick<Invoice, 'status' | 'correction'>): string =>
  status === 'red_due' && correction ? '换开中，待红冲' : INVOICE_STATES[status];

/** Orders in each status. */
export type OrderCounts = Record<'all' | 'waiting' | 'paid' | 'closed', number>;

/** GET /scheme/buy/orderlist. */
export interface OrderList {
  list: OrderRow[];
  /** In the status that was asked for. */
  total: number;
  counts: OrderCounts;
  page: number;
  limit: number;
  /** Hand it back as `after` for the rows behind these; 0: there are none. */
  next: number;
  /** What can be bought beside items, for the filter. */
  subjects: Array<{ name: string; title: string }>;
  server_time: number;
}
