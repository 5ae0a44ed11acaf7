import { assert } from '../../../kernel/assert.ts';
import type { Fen } from '../../../kernel/money.ts';
import type { Entry } from '../../wallet/index.ts';
import { USE_TEXTS, type UseWay, usesText } from '../fulfil-orders.ts';

/** What an order says about money that came and went. */
export interface RefundedOrder {
  buyer_id: number;
  publisher_id: number | null;
  coupon_fen: Fen;
  balance_fen: Fen;
  pay_fen: Fen;
  publisher_fen: Fen;
  refunded_pay_fen: Fen;
  refunded_balance_fen: Fen;
  publisher_back_fen: Fen;
}

/** One giving back. */
export interface RefundPart {
  /** The order ends with it: what was bought is taken back. */
  whole: boolean;
  /** Nothing of it stays with us: the coupon goes back too. */
  all: boolean;
  pay_fen: Fen;
  balance_fen: Fen;
  coupon_fen: Fen;
  /** What the publisher owes of it. */
  publisher_fen: Fen;
}

/** What the buyer paid and has not got back, fen: money and balance. */
export function leftToRefund(order: Pick<RefundedOrder, 'pay_fen' | 'balance_fen' | 'refunded_pay_fen' | 'refunded_balance_fen'>): Fen {
  return order.pay_fen + order.balance_fen - order.refunded_pay_fen - order.refunded_balance_fen;
}

/**
 * Splits an amount: provider money first, then balance; `to_balance`, as its buyer wished: all of it to the balance. The publisher's part is computed from the total refunded so far, rounded down, so parts
 * never exceed the earning. Null or all that is left ends the order; so does `ends`, e.g. where used time is not refunded.
 * @throws Error for less than a fen or more than is left
 */
export function refundPart(order: RefundedOrder, amount_fen: Fen | null, { ends = false, to_balance = false } = {}): RefundPart {
  const left = leftToRefund(order);
  const amount = amount_fen ?? left;
  assert(Number.isSafeInteger(amount) && amount >= 0 && amount <= left, `a refund of ${amount} of ${left} fen`);
  const all = amount === left;
  assert(all || amount > 0, 'a refund of nothing');
  const pay_fen = to_balance ? 0 : Math.min(amount, order.pay_fen - order.refunded_pay_fen);
  const paid = order.pay_fen + order.balance_fen;
  const owed = all ? order.publisher_fen : Math.floor((order.publisher_fen * (paid - left + amount)) / paid);
  return {
    whole: all || ends,
    all,
    pay_fen,
    balance_fen: amount - pay_fen,
    coupon_fen: all ? order.coupon_fen : 0,
    publisher_fen: owed - order.publisher_back_fen,
  };
}

/**
 * The sale turned round, as far as `part` says. The balance part returns at once, the provider's part is owed until it confirms. What the
 * publisher has spent meanwhile (`earning_left_fen` is less than their part) is the platform's loss.
 */
export function refundEntries(order: RefundedOrder, part: RefundPart, earning_left_fen: Fen): { entries: Entry[]; taken_fen: Fen } {
  const { pay_fen, balance_fen, coupon_fen } = part;
  const taken_fen = order.publisher_id === null ? 0 : Math.min(part.publisher_fen, Math.max(0, earning_left_fen));
  const entries: Entry[] = [
    { owner_id: null, purpose: 'refund_due', amount: pay_fen },
    { owner_id: order.buyer_id, purpose: 'balance', amount: balance_fen },
    { owner_id: null, purpose: 'coupon_cost', amount: coupon_fen },
    ...(order.publisher_id === null ? [] : [{ owner_id: order.publisher_id, purpose: 'earning', amount: -taken_fen } as const]),
    { owner_id: null, purpose: 'platform', amount: -(pay_fen + balance_fen + coupon_fen - taken_fen) },
  ];
  return { entries, taken_fen };
}

/** What decides whether a buyer may take their money back by themselves. */
export interface OwnRefundState {
  paid: boolean;
  /** Of the whole order, fen. */
  left_fen: Fen;
  /** Since the payment, ms. */
  age_ms: number;
  /** The setting; 0: not allowed. */
  days: number;
  asked: boolean;
  /** Their bank asks it back as well. */
  charged: boolean;
  /** How it was had. */
  uses: readonly UseWay[];
  /** The setting: above it staff decide. */
  up_to_fen: Fen;
  /** Whole orders that they took back by themselves within `OWN_REFUND_DAYS`, and the setting. */
  taken: number;
  most: number;
}

/** Orders that a buyer took back by themselves are counted so far back. */
export const OWN_REFUND_DAYS = 30;

/** Money does not go back twice. */
export const CHARGED_TEXT = '这笔付款正在拒付处理中，有结果之前不能退款';

const DAY_MS = 86_400_000;
const BY_STAFF = '不能自助退款，可申请人工处理';

/** At once, or as staff decide, or not; `text` says why it is not at once, for people. */
export type OwnRefundVerdict = { way: 'now' | 'staff' | 'no'; text: string };

export function judgeOwnRefund({ paid, left_fen, age_ms, days, asked, charged, ...state }: OwnRefundState): OwnRefundVerdict {
  const no = (text: string): OwnRefundVerdict => ({ way: 'no', text });
  const staff = (text: string): OwnRefundVerdict => ({ way: 'staff', text });
  if (!paid) return no('只有已支付的订单可以申请退款');
  if (charged) return no(CHARGED_TEXT);
  if (asked) return no('退款申请正在处理，请耐心等待');
  if (left_fen === 0) return no('这笔订单没有可退的金额');
  if (days === 0) return no('退款请联系客服处理');
  if (age_ms > days * DAY_MS) return no(`已超过支付后 ${days} 天的申请退款期限，有问题请联系客服`);
  if (state.uses.includes('credited')) return no(`${USE_TEXTS.credited}，请先为升级订单退款`);
  if (state.uses.length > 0) return staff(`${usesText(state.uses)}，${BY_STAFF}`);
  if (left_fen > state.up_to_fen) return staff('金额较大，申请后由工作人员处理');
  if (state.taken >= state.most) return staff(`近 ${OWN_REFUND_DAYS} 天自助退款已满 ${state.most} 次，${BY_STAFF}`);
  return { way: 'now', text: '' };
}
