import { learnPath } from '#contract/learn-path.ts';
import {
  ORDER_CLOSED,
  ORDER_PAID,
  ORDER_WAITING,
  type Order,
  type OrderDetail,
  type OrderRow,
  type OrderState,
  PLATFORM_BALANCE,
  PLATFORM_NONE,
  PLATFORM_QR,
} from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { yuan } from '../../kernel/money.ts';
import { spendableBalance } from '../wallet/index.ts';
import type { OrderRecord, OrderWithPayment, OrderWithQr } from './repo.ts';
import { CHARGED_BACK_TEXT, type CloseReason, closeReasonText, MONEY_BACK_TEXT } from './rules.ts';
import { creditOf, subjectOf } from './subjects.ts';

/** Status as of now: a waiting order whose time is up counts as closed, before the job has closed it. */
export function statusNow(order: OrderRecord, now: Date) {
  return order.status === ORDER_WAITING && order.expires_at <= now ? ORDER_CLOSED : order.status;
}

/** Why an order is closed, for people; empty for others. Who paid it all the same must read first where the money is. */
export function closeText(order: OrderWithPayment, now: Date): string {
  if (statusNow(order, now) !== ORDER_CLOSED) return '';
  const money_back = MONEY_BACK_TEXT[order.payment_status ?? ''];
  if (money_back && order.close_reason !== 'refunded') return money_back;
  if (order.charged_back) return CHARGED_BACK_TEXT;
  return closeReasonText((order.close_reason || 'expired') as CloseReason, subjectOf(order).texts(order.snapshot).noun);
}

/** How an order is paid, as the calls number it. */
function platformOf(order: Pick<OrderRecord, 'pay_fen' | 'balance_fen'>): number {
  if (order.pay_fen > 0) return PLATFORM_QR;
  return order.balance_fen > 0 ? PLATFORM_BALANCE : PLATFORM_NONE;
}

/** How an order that waits is paid on a phone; nothing of others. */
export function payLinks(ctx: Ctx, order: OrderWithQr, now: Date): Pick<Order, 'pay_qrcode' | 'pay_apps'> {
  // the code of a cart is worth more than one of its orders
  const pay_qrcode = statusNow(order, now) === ORDER_WAITING && order.cart_no === null ? (order.qr_text ?? '') : '';
  return { pay_qrcode, pay_apps: pay_qrcode === '' ? [] : [...ctx.app.providers.payment.phone_apps] };
}

/** `balance_fen`: the balance before this order's part was set aside, where the caller knows it. */
export async function orderDto(ctx: Ctx, order: OrderWithQr, balance_fen?: number): Promise<Order> {
  const now = ctx.app.clock.now();
  const status = statusNow(order, now);
  const held = status === ORDER_CLOSED ? 0 : order.balance_fen;
  const all = balance_fen ?? (await spendableBalance(ctx, order.buyer_id)) + held;
  return {
    orderid: order.orderid,
    subject: order.subject,
    subject_id: order.subject_id,
    pay_price: yuan(order.pay_fen),
    list_price: yuan(order.list_price_fen),
    price: yuan(order.price_fen),
    saved_by: order.snapshot.saved_by ?? 'member',
    coupon_price: yuan(order.coupon_fen),
    coupon_use: order.coupon_id === null ? 0 : 1,
    user_coupon_id: order.coupon_id ?? 0,
    deduction_price: yuan(order.balance_fen),
    use_balance: order.use_balance ? 1 : 0,
    all_balance: yuan(all),
    surplus_balance: yuan(all - order.balance_fen),
    ...payLinks(ctx, order, now),
    is_free: status === ORDER_PAID && order.pay_fen === 0 && order.balance_fen === 0 ? 1 : 0,
    status,
    platform: platformOf(order),
    expires_at: unixSeconds(order.expires_at),
    server_time: unixSeconds(now),
  };
}

/** Of a work that was sold; null: of what has none. */
export function licenceOf({ subject, snapshot }: Pick<OrderRecord, 'subject' | 'snapshot'>): OrderDetail['licence'] {
  if (subject !== 'item' || learnPath(snapshot.kind, 1) !== '') return null;
  return snapshot.terms?.licence === 'company' ? 'company' : 'personal';
}

/** The orders of a cart as one: the first speaks for all, whose sums it has. */
export async function cartDto(ctx: Ctx, orders: readonly OrderWithQr[], balance_fen?: number): Promise<Order> {
  const sum = (of: (order: OrderWithQr) => number) => orders.reduce((fen, order) => fen + of(order), 0);
  return orderDto(
    ctx,
    {
      ...(orders[0] as OrderWithQr),
      // its code is for all of them
      cart_no: null,
      list_price_fen: sum((order) => order.list_price_fen),
      price_fen: sum((order) => order.price_fen),
      balance_fen: sum((order) => order.balance_fen),
      pay_fen: sum((order) => order.pay_fen),
    },
    balance_fen,
  );
}

/** Where an order is paid together with others. */
const togetherPage = ({ snapshot: { terms } }: OrderRecord): string =>
  terms?.['series'] ? paths.series(Number(terms['series'])) : paths.cart;

/** `usable`: the buyer can use what it was for, by this order or another way. */
export function orderRow(order: OrderWithPayment, usable: boolean, now: Date): OrderRow {
  const { title, cover_src, kind, format } = order.snapshot;
  const links = subjectOf(order).links?.(order) ?? {};
  const status = statusNow(order, now);
  return {
    orderid: order.orderid,
    subject: order.subject,
    subject_id: order.subject_id,
    kind,
    title,
    cover_src,
    format,
    status,
    price: yuan(order.price_fen),
    pay_price: yuan(order.pay_fen),
    coupon_price: yuan(order.coupon_fen),
    deduction_price: yuan(order.balance_fen),
    credit_price: yuan(creditOf(order)),
    created_at: unixSeconds(order.created_at),
    paid_at: order.paid_at ? unixSeconds(order.paid_at) : 0,
    expires_at: unixSeconds(order.expires_at),
    msg: closeText(order, now),
    can_download: order.status === ORDER_PAID && usable,
    learn_href: learnPath(kind, order.subject_id),
    can_buy: status === ORDER_CLOSED && !usable,
    href: links.page ?? '',
    pay_href: order.cart_no === null ? (links.pay ?? '') : togetherPage(order),
    refunded: yuan(order.refunded_pay_fen + order.refunded_balance_fen),
    code: String(order.snapshot.terms?.code ?? ''),
  };
}

/** `scanned`: the payer's phone has the bill on its screen. */
export function orderStateDto(order: OrderWithPayment, now: Date, scanned = false): OrderState {
  return {
    orderid: order.orderid,
    status: statusNow(order, now),
    owned: order.status === ORDER_CLOSED && order.close_reason === 'superseded' ? 1 : 0,
    platform: platformOf(order),
    msg: closeText(order, now),
    scanned: scanned ? 1 : 0,
    expires_at: unixSeconds(order.expires_at),
  };
}
