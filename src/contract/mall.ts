import type { OwnPage } from './center.ts';
import { cellText } from './csv-cell.ts';

/** The points mall. Points are whole numbers, prices yuan, times unix seconds (0: not yet). */

export const GOODS_KINDS = { physical: '实物', coupon: '优惠券', membership: '会员', card: '补签卡' } as const;
export type GoodsKind = keyof typeof GOODS_KINDS;

/** What is offered. */
export interface GoodsRow {
  id: number;
  kind: GoodsKind;
  title: string;
  /** One sentence. */
  about: string;
  cover: string;
  points: number;
  /** Crossed out; 0: not shown. */
  market_price: number;
  /** Null: there is always one. */
  left_num: number | null;
  redeemed_num: number;
  /** 0: no bound. */
  per_person: number;
}

export interface GoodsDetail extends GoodsRow {
  /** Paragraphs, a line each. */
  content: string;
}

/** What so many would cost, and why they cannot be had. */
export interface MallQuote {
  goods: GoodsRow;
  num: number;
  total_points: number;
  /** What the reader has. */
  points: number;
  /** Most that the reader may redeem now; 0: none. */
  most: number;
  needs_address: boolean;
  /** '': it can be redeemed. */
  refusal: string;
}

export type RedemptionState = 'waiting' | 'shipped' | 'received' | 'asked' | 'returned' | 'cancelled';
export const REDEMPTION_STATES: Record<RedemptionState, string> = {
  waiting: '待寄出',
  shipped: '已寄出',
  received: '已完成',
  asked: '退货处理中',
  returned: '已退货，积分退回',
  cancelled: '已取消，积分退回',
};

/** A redemption in its owner's list. */
export interface Redemption {
  id: number;
  redeem_no: string;
  goods_id: number;
  kind: GoodsKind;
  title: string;
  cover: string;
  num: number;
  total_points: number;
  state: RedemptionState;
  state_text: string;
  receiver: string;
  tel: string;
  address: string;
  carrier: string;
  tracking_no: string;
  /** What it brought, in words. */
  given: string;
  reason: string;
  answer: string;
  created_at: number;
  shipped_at: number;
  received_at: number;
  ended_at: number;
  can_cancel: boolean;
  can_receive: boolean;
  can_return: boolean;
}

export type OwnRedemptions = OwnPage<Redemption>;

/** Goods as staff write them. */
export interface GoodsForm {
  id: number;
  kind: GoodsKind;
  title: string;
  about: string;
  content: string;
  cover: string;
  points: number;
  market_price: number;
  /** -1: there is always one. */
  left_num: number;
  /** What the form was opened with; another meanwhile is a conflict. */
  left_before: number;
  per_person: number;
  is_on: boolean;
  sort: number;
  /** Of a coupon. */
  definition_id: number;
  /** Of a membership. */
  vip_type: number;
  days: number;
  max_download_pre_day: number;
  /** Of make-up cards: how many for one. */
  cards: number;
}

/** A redemption as staff see it: the address is revealed one by one. */
export interface StaffRedemption {
  id: number;
  redeem_no: string;
  user_id: number;
  nickname: string;
  kind: GoodsKind;
  title: string;
  num: number;
  total_points: number;
  state: RedemptionState;
  state_text: string;
  /** 张* and 138****0000. */
  receiver: string;
  tel: string;
  carrier: string;
  tracking_no: string;
  given: string;
  reason: string;
  answer: string;
  created_at: number;
  shipped_at: number;
  received_at: number;
  asked_at: number;
  ended_at: number;
}

export const NUM_MOST = 99;
export const GOODS_TITLE_MAX = 30;
export const GOODS_ABOUT_MAX = 60;
export const GOODS_CONTENT_MAX = 4_000;
export const CARRIER_MAX = 20;
export const TRACKING_MAX = 40;
export const RETURN_REASON_MAX = 200;
/** Days after it was received in which a return may be asked for. */
export const RETURN_DAYS = 7;
/** Days after which what was shipped counts as received. */
export const RECEIVED_DAYS = 15;
/** Lines of one import. */
export const SHIP_LINES_MOST = 500;

export const MALL_CALLS = {
  detail: '/integral/goods/detail',
  quote: '/integral/order/quote',
  order: '/integral/order',
  one: '/integral/order/detail',
  form: '/admin/goods',
  staff: '/admin/redemption',
  export: '/admin/redemption/export',
} as const;

/** Pages of the mall. */
export const MALL_PAGES = {
  index: '/integral',
  goods: (id: number) => `/integral/shopDetails?id=${id}`,
  settle: (id: number, num: number) => `/integral/settleUp?id=${id}&num=${num}`,
  result: (id: number) => `/integral/settleResults?id=${id}`,
  statement: '/integral/integralDetails',
  redemptions: '/integral/integralDetails?tab=orders',
  tasks: '/integral/integralTask',
} as const;

/** A line of a shipping file: number, carrier, tracking number. */
export interface ShipLine {
  redeem_no: string;
  carrier: string;
  tracking_no: string;
}

/** Lines of a file as staff fill it in: CSV with or without its head. What cannot be read is reported by its line number. */
export function readShipLines(text: string): { lines: ShipLine[]; faults: Array<{ line: number; fault: string }> } {
  const lines: ShipLine[] = [];
  const faults: Array<{ line: number; fault: string }> = [];
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  // the last three columns of our own file, or just these three
  rows.forEach((row, at) => {
    const cells = row.split(/,|\t/).map((cell) =>
      cellText(
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .replaceAll('""', '"'),
      )
        .replace(/^'/, '')
        .trim(),
    );
    if (cells.every((cell) => cell === '') || cells.includes('兑换单号')) return;
    const [redeem_no = '', carrier = '', tracking_no = ''] = [cells[0], cells.at(-2), cells.at(-1)];
    if (cells.length < 3 || !/^R\d{10,40}$/.test(redeem_no)) faults.push({ line: at + 1, fault: '应为 兑换单号,快递公司,快递单号' });
    // left empty: not shipped yet
    else if (carrier === '' && tracking_no === '') return;
    else if (carrier === '' || carrier.length > CARRIER_MAX) faults.push({ line: at + 1, fault: '快递公司无效' });
    else if (!/^[A-Za-z0-9-]{4,40}$/.test(tracking_no)) faults.push({ line: at + 1, fault: '快递单号无效' });
    else lines.push({ redeem_no, carrier, tracking_no });
  });
  return { lines, faults };
}
