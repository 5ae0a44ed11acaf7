import { randomInt } from 'node:crypto';
import type { CouponForm } from '#contract/coupon.ts';
import type { Fen } from '../../kernel/money.ts';

/** As much of a coupon as its worth needs. */
export interface CouponTerms {
  amount_fen: Fen;
  percent_off: number;
  min_price_fen: Fen;
}

/** What a coupon is worth at this price, fen: 0 below its minimum; more than the price where its amount is, which the quote then cuts. */
export function couponValue({ amount_fen, percent_off, min_price_fen }: CouponTerms, price_fen: Fen): Fen {
  if (price_fen < min_price_fen || price_fen <= 0) return 0;
  return percent_off === 0 ? amount_fen : Math.min(amount_fen, Math.floor((price_fen * percent_off) / 100));
}

export const GIFT_MINIMUM_TEXT = '注册赠送、自行领取的优惠券，使用门槛须高于金额：赠券不能把订单抵到 ¥0';

/** Whether what everybody may get could take an order to ¥0. Vouchers and contact coupons pay for one item, and for no order of money. */
export function isGiftWhole(
  of: Pick<CouponForm, 'use' | 'amount' | 'percent_off' | 'min_price' | 'for_new' | 'claimable' | 'auto_get'>,
): boolean {
  if (!(of.for_new || of.claimable || of.auto_get) || of.use === 'voucher' || of.use === 'contact') return false;
  return of.percent_off === 0 && of.min_price <= of.amount;
}

const DAY_MS = 86_400_000;

/** When what is got now ends: the definition's day, or so many days from now, whichever is earlier. */
export function endOf(of: { use_end_time: Date | null; valid_days: number }, now: Date): Date {
  const by_days = of.valid_days > 0 ? new Date(now.getTime() + of.valid_days * DAY_MS) : null;
  if (by_days === null) return of.use_end_time as Date;
  return of.use_end_time === null || by_days < of.use_end_time ? by_days : of.use_end_time;
}

/** A coupon that comes back with a refund lives at least this long, so that it can be used again. */
export const RETURNED_DAYS = 7;

export function returnedEnd(use_end_time: Date, now: Date): Date {
  const least = new Date(now.getTime() + RETURNED_DAYS * DAY_MS);
  return use_end_time > least ? use_end_time : least;
}

/** Why something cannot be claimed at this moment; null: it can. */
export type ClaimRefusal = 'off' | 'early' | 'late' | 'none_left' | 'had';

export const CLAIM_TEXTS: Record<ClaimRefusal, string> = {
  off: '该优惠券已停止领取',
  early: '领取还没有开始',
  late: '领取已结束',
  none_left: '优惠券已领完',
  had: '您已领取过该优惠券',
};

export interface ClaimFacts {
  is_on: boolean;
  claimable: boolean;
  claim_from: Date | null;
  claim_to: Date | null;
  use_end_time: Date | null;
  stock: number | null;
  claimed_num: number;
  per_person: number;
}

/** The rule of a claim by the reader themselves, who has `had` of them. */
export function claimRefusal(of: ClaimFacts, had: number, now: Date): ClaimRefusal | null {
  if (!of.is_on || !of.claimable) return 'off';
  if (of.claim_from !== null && now < of.claim_from) return 'early';
  if ((of.claim_to !== null && now >= of.claim_to) || (of.use_end_time !== null && now >= of.use_end_time)) return 'late';
  if (had >= of.per_person) return 'had';
  return of.stock !== null && of.claimed_num >= of.stock ? 'none_left' : null;
}

/** 31 signs that are not mistaken for each other; 16 of them have 79 bits. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 16;

/** A code for one exchange, in groups of four. */
export function newCode(): string {
  const signs = Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]);
  return signs.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** A code as it was meant, however it was typed; null: it can be none. */
export function readCode(text: string): string | null {
  const signs = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  return signs.length === CODE_LENGTH && [...signs].every((sign) => SIGNS.includes(sign)) ? signs : null;
}

interface Worth {
  use: string;
  amount_fen: number;
  min_price_fen: number;
  percent_off: number;
  /** Null or 0: as many as are claimed. */
  stock: number | null;
  claimable: boolean;
  auto_get: boolean;
  for_new: boolean;
}

/** What one is worth at most: its amount, which caps a percentage too; `voucher_fen`: what one item of its kind costs at most. */
export const faceOf = ({ use, amount_fen }: Pick<Worth, 'use' | 'amount_fen'>, voucher_fen: number): number =>
  use === 'voucher' ? voucher_fen : amount_fen;

/** What all that may be claimed are worth. */
const openWorth = (of: Worth, voucher_fen: number): number =>
  of.claimable || of.auto_get || of.for_new ? (of.stock ? of.stock * faceOf(of, voucher_fen) : Number.POSITIVE_INFINITY) : 0;

/** By how much a definition gives out more than before. Better terms of what is given elsewhere count always. */
export function definitionGrowth(before: Worth | null, after: Worth, voucher_fen: number): number | 'always' {
  const better =
    before !== null &&
    (faceOf(after, voucher_fen) > faceOf(before, voucher_fen) ||
      after.min_price_fen < before.min_price_fen ||
      after.percent_off > before.percent_off);
  const was = before ? openWorth(before, voucher_fen) : 0;
  const grown = openWorth(after, voucher_fen) - was;
  if (openWorth(after, voucher_fen) === Number.POSITIVE_INFINITY) return was === Number.POSITIVE_INFINITY && !better ? 0 : 'always';
  if (better) return 'always';
  return Math.max(0, grown);
}
