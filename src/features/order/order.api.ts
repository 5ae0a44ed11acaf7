import { gateway } from '#client/gateway.ts';
import type { Order, OrderInput, OrderList, OrderState, OrderStatus, Quote } from '#contract/order.ts';

/** The modal shows errors in place of the payment area, so these calls are silent. */
export function fetchQuote(id: number): Promise<Quote> {
  return gateway.get<Quote>('/scheme/scheme/pricelist', { id }, { silent: true });
}

export function postOrder(input: OrderInput): Promise<Order> {
  return gateway.post<Order>('/scheme/buy/order', input, { silent: true });
}

/** Polled: errors are the caller's to ignore. */
export function fetchOrderState(orderid: string): Promise<OrderState> {
  return gateway.get<OrderState>('/api/order', { orderid }, { silent: true });
}

export function postBalancePayment(orderid: string): Promise<OrderState> {
  return gateway.post<OrderState>('/api/order/balance', { orderid }, { silent: true });
}

export function postClose(orderid: string): Promise<null> {
  return gateway.post<null>('/api/order/close', { orderid });
}

export function fetchOrders(status: OrderStatus | 0, page: number, limit: number): Promise<OrderList> {
  return gateway.get<OrderList>('/scheme/buy/orderlist', { status, page, limit }, { silent: true });
}
