import { type DiscountState, discountText } from '#contract/discount.ts';
import { PRICE_MIN } from '#contract/publish.ts';
import { type Fen, portion } from '../../kernel/money.ts';
import type { DiscountRecord } from './repo.ts';

/** Orders that carry a code and are open or paid, and those of one buyer; each counted no further than the code allows, 0 where it sets no bound. */
export interface CodeUses {
  all: number;
  own: number;
}

/** What a code takes off a price: never more than its publisher's share of it, and never so much that less than the lowest price is left. */
export function offOf(code: Pick<DiscountRecord, 'percent_off' | 'amount_fen'>, of: { list_fen: Fen; share_bp: number }): Fen {
  const { list_fen, share_bp } = of;
  const wanted = code.percent_off > 0 ? portion(list_fen, code.percent_off, 100) : code.amount_fen;
  return Math.max(0, Math.min(wanted, portion(list_fen, share_bp, 10_000), list_fen - PRICE_MIN * 100));
}

type Timed = Pick<DiscountRecord, 'starts_at' | 'ends_at' | 'most' | 'stopped_at' | 'stopped_reason'>;

export function discountState(code: Timed, used_num: number, now: Date): DiscountState {
  if (code.stopped_at !== null) return code.stopped_reason === '' ? 'off' : 'stopped';
  if (code.ends_at <= now) return 'ended';
  if (code.most > 0 && used_num >= code.most) return 'used';
  return code.starts_at > now ? 'later' : 'open';
}

const WHY: Readonly<Record<Exclude<DiscountState, 'open'>, string>> = {
  later: '优惠码还没有开始',
  ended: '优惠码已结束',
  used: '优惠码已用完',
  off: '优惠码已停用',
  stopped: '优惠码已停用',
};

/** Why it cannot be used for this now, for its buyer; null: it can. */
export function whyNoCode(code: DiscountRecord, uses: CodeUses, of: { item_id: number; list_fen: Fen; now: Date }): string | null {
  const state = discountState(code, uses.all, of.now);
  if (state !== 'open') return WHY[state];
  if (code.item_id !== null && code.item_id !== of.item_id) return '优惠码不适用于这个作品';
  if (code.per_person > 0 && uses.own >= code.per_person) return `优惠码每人限用 ${code.per_person} 次`;
  return of.list_fen < code.min_price_fen ? `优惠码满 ¥${code.min_price_fen / 100} 可用` : null;
}

export const offText = ({ percent_off, amount_fen }: Pick<DiscountRecord, 'percent_off' | 'amount_fen'>): string =>
  discountText({ percent_off, amount: amount_fen / 100 });
