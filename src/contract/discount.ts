/** Codes by which a publisher sells their own works and tickets for less, out of their own share. */
export type { Discount } from './outputs/discount.ts';

export const DISCOUNT_STATES = {
  open: '生效中',
  later: '未开始',
  ended: '已结束',
  used: '已用完',
  off: '已停用',
  stopped: '已被平台停用',
} as const;
export type DiscountState = keyof typeof DISCOUNT_STATES;

/** The one rule for what a code meets, wherever it is said. */
export const DISCOUNT_RULE = '优惠码按原价计算，不与会员价、早鸟价、优惠券同时使用；余额照常可用。';
/** What a code can never do. */
export const DISCOUNT_FLOOR = '优惠全部从您的分成里出：最多让到您的分成为 0，成交价不低于 ¥1，平台的部分按原价计。';

export const DISCOUNT_CODE = { min: 4, max: 16 } as const;
export const DISCOUNT_PERCENT_MAX = 90;
export const DISCOUNT_USES_MAX = 100_000;
/** Of one publisher, that may be used at the same time. */
export const DISCOUNTS_MOST = 50;

/** As it is stored, however it was typed. */
export const plainCode = (text: string): string => text.normalize('NFKC').trim().toUpperCase();

/** 减 20% or 减 ¥10. */
export const discountText = ({ percent_off, amount }: { percent_off: number; amount: number }): string =>
  percent_off > 0 ? `减 ${percent_off}%` : `减 ¥${amount}`;
