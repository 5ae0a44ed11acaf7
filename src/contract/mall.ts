import type { OwnPage } from './center.ts';
import { cellText } from './csv-cell.ts';
import type { Redemption } from './outputs/mall.ts';

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

export type RedemptionState = 'waiting' | 'shipped' | 'received' | 'asked' | 'returned' | 'cancelled';
export const REDEMPTION_STATES: Record<RedemptionState, string> = {
  waiting: '待寄出',
  shipped: '已寄出',
  received: '已完成',
  asked: '退货处理中',
  returned: '已退货，积分退回',
  cancelled: '已取消，积分退回',
};

export type OwnRedemptions = OwnPage<Redemption>;

/** How goods are ordered; '': as staff put them. */
export const GOODS_ORDERS = { '': '推荐', popular: '兑换最多', points_up: '积分从低', points_down: '积分从高', new: '最新' } as const;
export type GoodsOrder = keyof typeof GOODS_ORDERS;
export const GOODS_KEYWORD_MAX = 20;

export interface GoodsWish {
  kind: GoodsKind | null;
  keyword: string;
  order: GoodsOrder;
}
export const ALL_GOODS: GoodsWish = { kind: null, keyword: '', order: '' };

/** What the address of the mall asks for; what it does not know is not asked for. */
export function goodsWish(query: URLSearchParams): GoodsWish {
  const [kind, order] = [query.get('kind') ?? '', query.get('order') ?? ''];
  return {
    kind: Object.hasOwn(GOODS_KINDS, kind) ? (kind as GoodsKind) : null,
    keyword: (query.get('keyword') ?? '').trim().slice(0, GOODS_KEYWORD_MAX),
    order: Object.hasOwn(GOODS_ORDERS, order) ? (order as GoodsOrder) : '',
  };
}

/** The same as an address. */
export function mallPath({ kind, keyword, order }: GoodsWish): string {
  const query = new URLSearchParams(Object.entries({ kind: kind ?? '', keyword, order }).filter(([, value]) => value !== ''));
  return query.size > 0 ? `${MALL_PAGES.index}?${query}` : MALL_PAGES.index;
}

const CARRIERS: ReadonlyArray<readonly [name: RegExp, code: string]> = [
  [/顺丰/, 'shunfeng'],
  [/中通/, 'zhongtong'],
  [/圆通/, 'yuantong'],
  [/申通/, 'shentong'],
  [/韵达/, 'yunda'],
  [/极兔/, 'jtexpress'],
  [/京东/, 'jd'],
  [/德邦/, 'debangkuaidi'],
  [/ems/i, 'ems'],
  [/邮政/, 'youzhengguonei'],
];

/** Where a parcel is: one page that asks all carriers, since theirs differ and move. It learns the number and nothing else. */
export function parcelUrl(carrier: string, tracking_no: string): string {
  const code = CARRIERS.find(([name]) => name.test(carrier))?.[1];
  return `https://www.kuaidi100.com/chaxun?${new URLSearchParams({ ...(code ? { com: code } : {}), nu: tracking_no })}`;
}

export const NUM_MOST = 99;
export const GOODS_TITLE_MAX = 30;
export const GOODS_ABOUT_MAX = 60;
export const GOODS_CONTENT_MAX = 4_000;
export const CARRIER_MAX = 20;
export const TRACKING_MAX = 40;
export const RETURN_REASON_MAX = 200;
export const REMARK_MAX = 100;
export const BACK_PARCEL_MAX = 60;
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
