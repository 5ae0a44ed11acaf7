import { gateway } from '#client/gateway.ts';
import {
  ORDER_CALLS,
  type Order,
  type OrderDetail,
  type OrderInput,
  type OrderList,
  type OrderState,
  type OrderStatus,
  type Quote,
} from '#contract/order.ts';

/** The modal shows errors in place of the payment area, so these calls are silent. */
export function fetchQuote(id: number): Promise<Quote> {
  return gateway.get<Quote>('/scheme/scheme/pricelist', { id }, { silent: true });
}

/** By the call of the item's kind. The key makes a retry find the order that a lost answer spoke of. */
export function postOrder(kind: string, input: OrderInput & { idempotency_key: string }): Promise<Order> {
  return gateway.post<Order>(ORDER_CALLS[kind as keyof typeof ORDER_CALLS], input, { silent: true });
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

/** Takes a closed order out of the list. */
export function postHide(orderid: string): Promise<null> {
  return gateway.post<null>('/api/order/hide', { orderid });
}

export function fetchOrder(orderid: string): Promise<OrderDetail> {
  return gateway.get<OrderDetail>('/api/order/detail', { orderid }, { silent: true });
}

/** Of one kind, by its code. */
export function fetchOrders(kind: number, status: OrderStatus | 0, page: number, limit: number): Promise<OrderList> {
  return gateway.get<OrderList>('/scheme/buy/orderlist', { kind, status, page, limit }, { silent: true });
}
