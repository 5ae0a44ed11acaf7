/** Order DTOs (spec 3 and 4). Amounts are yuan as numbers; status 1 waiting, 2 paid, 3 failed or closed. */
import type { Licence } from './licence.ts';
import type { Invoice } from './outputs/order.ts';

export type {
  HeldElsewhere,
  Invoice,
  Order,
  OrderDetail,
  OrderList,
  OrderRow,
  OrderState,
  OwnInvoiceable,
  OwnInvoices,
  Quote,
  UserCoupon,
} from './outputs/order.ts';

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
  receipt: '/api/order/receipt',
  invoice: '/api/order/invoice',
  invoice_file: '/api/order/invoice/file',
} as const;

/** The order calls. The client never names a price. */
export interface OrderInput {
  id: number;
  /** 1: use the account's balance. */
  balance: 0 | 1;
  user_coupon_id: number;
  licence?: Licence;
  /** A publisher's; empty or absent: none. */
  code?: string;
  /** 1: answer with the open order of this item as it stands, if there is one; 0 places a new one and closes the old. */
  cache?: 0 | 1;
  /** Same key, same order: a retry of a lost answer does not place a second one. */
  idempotency_key?: string;
}

/** Why a buyer paid less than everybody, as stored with the order. */
export type SavedBy = 'member' | 'early' | 'early_member' | 'code' | 'series';

/** The one name of each, wherever a discount is shown. */
export const SAVED_TEXTS: Readonly<Record<SavedBy, string>> = {
  member: '会员优惠',
  early: '早鸟优惠',
  early_member: '早鸟与会员优惠',
  code: '优惠码',
  series: '套装优惠',
};

/** Who bears what is taken off a price: both by their parts of it, or one alone. */
export type Payer = 'both' | 'publisher' | 'platform';
export const PAYERS: Readonly<Record<SavedBy | 'coupon', Payer>> = {
  member: 'both',
  early: 'both',
  early_member: 'both',
  code: 'publisher',
  series: 'both',
  coupon: 'platform',
};
export const PAYER_TEXTS: Readonly<Record<Payer, string>> = { both: '双方按分成承担', publisher: '发布者承担', platform: '平台承担' };

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
export const PAY_CHANNELS: Readonly<Record<string, string>> = { wechat: '微信支付', alipay: '支付宝', bank: '对公转账' };

/** Why a buyer wants their money back; the last one wants words of their own. */
export const REFUND_REASONS = ['买错了', '内容与描述不符', '重复购买', '其他'] as const;
export const REFUND_REASON_MAX = 200;

/** Why a buyer's invoice is made again. */
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

/** What an invoice's state is called: one that is reversed for its title is made again. */
export const invoiceState = ({ status, correction }: Pick<Invoice, 'status' | 'correction'>): string =>
  status === 'red_due' && correction ? '换开中，待红冲' : INVOICE_STATES[status];

/** Orders in each status. */
export type OrderCounts = Record<'all' | 'waiting' | 'paid' | 'closed', number>;
