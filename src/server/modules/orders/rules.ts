import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING, type OrderStatus, PAYERS, type SavedBy } from '#contract/order.ts';
import { assert } from '../../kernel/assert.ts';
import { type Fen, portion } from '../../kernel/money.ts';
import type { Entry } from '../wallet/index.ts';

/** What was sold, as it was when it was ordered. */
export interface OrderSnapshot {
  title: string;
  cover_src: string;
  /** Code of the item's kind (contract/kinds.ts); 0 for what is no item. */
  kind: number;
  /** Of the file; '' without one. */
  format: string;
  /** Why the buyer paid less than everybody; absent: as a member. */
  saved_by?: SavedBy;
  /** What the subject needs to fulfil the order as it was sold. */
  terms?: Readonly<Record<string, string | number>>;
}

/** Subject whose earnings are held until they are released, and stay with their publisher then. */
export const ESCROWED = 'stage';

/** A step of an order or a payment: what the SQL expects to find and what it writes. */
export interface Move<S> {
  from: S;
  to: S;
}

/** What can happen to an order. */
export type OrderEvent = 'pay' | 'close' | 'pay_late' | 'refund';

/** The whole life of an order. What is not written here cannot happen. */
export const ORDER_TRANSITIONS: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
  [ORDER_WAITING]: { pay: ORDER_PAID, close: ORDER_CLOSED },
  [ORDER_CLOSED]: { pay_late: ORDER_PAID },
  [ORDER_PAID]: { refund: ORDER_CLOSED },
};

/** Status 1, whatever the clock says. */
export const isOpen = (order: { status: OrderStatus }): boolean => order.status === ORDER_WAITING;

export type PaymentStatus = 'waiting' | 'paid' | 'closed' | 'refunding' | 'refunded';
export type PaymentEvent = 'pay' | 'close' | 'refund' | 'refunded';

/** The same for a payment: its money arrives, goes back, or never comes. */
export const PAYMENT_TRANSITIONS: Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>> = {
  waiting: { pay: 'paid', close: 'closed', refund: 'refunding' },
  closed: { pay: 'paid', refund: 'refunding' },
  paid: { refund: 'refunding' },
  refunding: { refunded: 'refunded' },
  refunded: {},
};

/** @throws Error for a move that the table does not know: a mistake of ours, not of the reader */
export function moveOrder(from: OrderStatus, event: OrderEvent): Move<OrderStatus> {
  const to = ORDER_TRANSITIONS[from][event];
  assert(to !== undefined, `order in status ${from} cannot ${event}`);
  return { from, to };
}

/** @throws as `moveOrder` */
export function movePayment(from: PaymentStatus, event: PaymentEvent): Move<PaymentStatus> {
  const to = PAYMENT_TRANSITIONS[from][event];
  assert(to !== undefined, `payment that is ${from} cannot ${event}`);
  return { from, to };
}

export type CloseReason = 'cancelled' | 'recreated' | 'expired' | 'declined' | 'superseded' | 'refunded';

/** Why an order is closed, for people. */
export function closeReasonText(reason: CloseReason, noun: string): string {
  const texts: Record<CloseReason, string> = {
    cancelled: '订单已关闭',
    recreated: '订单已更新，请使用最新的二维码支付',
    expired: '订单超时未支付，已关闭',
    declined: '支付失败，订单已关闭',
    superseded: `您已拥有该${noun}，订单已关闭`,
    refunded: '订单已退款',
  };
  return texts[reason];
}

export const CHARGED_BACK_TEXT = '拒付或投诉成立，支付方已退款，订单已结束';

/** What the buyer reads of a closed order that was paid: by the state of its payment. */
export const MONEY_BACK_TEXT: Record<string, string> = {
  refunding: '订单已关闭，您支付的款项正在原路退回',
  refunded: '订单已关闭，您支付的款项已原路退回',
};

/** Name of payments that are no provider's: money comes to our account at a bank, and staff say so. */
export const TRANSFER = 'bank';
/** The number that a payer writes into the transfer. */
export const transferNo = (order_id: number, n: number): string => `CM${order_id}${n === 0 ? '' : `-${n}`}`;
export const isTransferNo = (payment_no: string): boolean => /^CM\d+(-\d+)?$/.test(payment_no);

export interface Amounts {
  list_price_fen: Fen;
  price_fen: Fen;
  /** Part of the coupon that is used. */
  coupon_fen: Fen;
  /** Part that the price does not reach: lost, as the quote says. */
  coupon_lost_fen: Fen;
  balance_fen: Fen;
  pay_fen: Fen;
}

/** The coupon first, then the balance, the rest by QR; nothing ever goes below zero. */
export function quoteAmounts(input: {
  list_price_fen: Fen;
  price_fen: Fen;
  coupon_fen: Fen;
  balance_fen: Fen;
  use_balance: boolean;
}): Amounts {
  const coupon_fen = Math.min(input.coupon_fen, input.price_fen);
  const left = input.price_fen - coupon_fen;
  const balance_fen = input.use_balance ? Math.min(input.balance_fen, left) : 0;
  return {
    list_price_fen: input.list_price_fen,
    price_fen: input.price_fen,
    coupon_fen,
    coupon_lost_fen: input.coupon_fen - coupon_fen,
    balance_fen,
    pay_fen: left - balance_fen,
  };
}

/**
 * The publisher's part of a price from which `saved_fen` was taken off, as `PAYERS` has it: what they bear alone comes off their part of
 * what was before. Coupons are borne by the platform: a publisher earns no less for them.
 */
export function publisherPart(price_fen: Fen, share_bp: number, { by, saved_fen }: { by: SavedBy; saved_fen: Fen }): Fen {
  const alone_fen = PAYERS[by] === 'publisher' ? saved_fen : 0;
  return portion(price_fen + alone_fen, share_bp, 10_000) - alone_fen;
}

export interface Sale {
  buyer_id: number;
  publisher_id: number | null;
  price_fen: Fen;
  coupon_fen: Fen;
  balance_fen: Fen;
  pay_fen: Fen;
  publisher_fen: Fen;
}

/** Who pays and who earns: gateway, held balance and coupon cost on one side, publisher and platform on the other. */
/** An order of ¥0 (a free ticket, an upgrade covered by credit) has no transfer in the ledger, and needs none. */
export const movesMoney = ({ price_fen }: { price_fen: Fen }): boolean => price_fen > 0;

export function saleEntries(sale: Sale): Entry[] {
  const earned = sale.publisher_id === null ? 0 : sale.publisher_fen;
  return [
    { owner_id: null, purpose: 'gateway', amount: -sale.pay_fen },
    { owner_id: sale.buyer_id, purpose: 'held', amount: -sale.balance_fen },
    { owner_id: null, purpose: 'coupon_cost', amount: -sale.coupon_fen },
    ...(sale.publisher_id === null ? [] : [{ owner_id: sale.publisher_id, purpose: 'earning', amount: earned } as const]),
    { owner_id: null, purpose: 'platform', amount: sale.price_fen - earned },
  ];
}
