import { gateway } from '#client/gateway.ts';
import type { Order, OrderInput, OrderState, Quote } from '#contract/order.ts';

/** The modal shows errors in place of the payment area, so these calls are silent. */
export function fetchQuote(id: number): Promise<Quote> {
  return gateway.get<Quote>('/scheme/scheme/pricelist', { id }, { silent: true });
}

/** By the call that the quote names. The key makes a retry find the order that a lost answer spoke of. */
export function postOrder(order_call: string, input: OrderInput & { idempotency_key: string }): Promise<Order> {
  return gateway.post<Order>(order_call, input, { silent: true });
}

/** Polled: errors are the caller's to ignore. */
export function fetchOrderState(orderid: string): Promise<OrderState> {
  return gateway.get<OrderState>('/api/order', { orderid }, { silent: true });
}

export function postBalancePayment(orderid: string): Promise<OrderState> {
  return gateway.post<OrderState>('/api/order/balance', { orderid }, { silent: true });
}

export function postCancel(orderid: string): Promise<null> {
  return gateway.post<null>('/api/order/close', { orderid });
}
