import { gateway, SILENT } from '#client/gateway.ts';
import type { Licence } from '#contract/licence.ts';
import type { Order, OrderInput, OrderState, Quote } from '#contract/order.ts';

/** The modal shows errors in place of the payment area, so these calls are silent. */
export function fetchQuote(of: { id: number; licence?: Licence; code?: string }): Promise<Quote> {
  return gateway('GET /scheme/scheme/pricelist', of, SILENT);
}

/** By the call that the quote names. The key makes a retry find the order that a lost answer spoke of. */
export function postOrder(order_call: string, input: OrderInput & { idempotency_key: string }): Promise<Order> {
  return gateway('POST kind/order', input, { silent: true, at: order_call });
}

/** Polled: errors are the caller's to ignore. */
export function fetchOrderState(orderid: string): Promise<OrderState> {
  return gateway('GET /api/order', { orderid }, SILENT);
}

export function postBalancePayment(orderid: string): Promise<OrderState> {
  return gateway('POST /api/order/balance', { orderid }, SILENT);
}

export function postCancel(orderid: string): Promise<null> {
  return gateway('POST /api/order/close', { orderid });
}
