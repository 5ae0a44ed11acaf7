import { fetchCsv, fetchFile } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { InvoiceWish } from '#contract/invoice-wish.ts';
import { ORDER_CALLS, type OrderDetail, type OrderList, type OrderStatus } from '#contract/order.ts';

// apart from the calls of the purchase dialog, which must stay light

/** Takes a closed order out of the list. */
export function postHide(orderid: string): Promise<null> {
  return gateway('POST /api/order/hide', { orderid });
}

export function fetchOrder(orderid: string): Promise<OrderDetail> {
  return gateway('GET /api/order/detail', { orderid }, { silent: true });
}

/** What a list shows: by kind or by subject, and what its reader asked for. */
export interface OrdersWanted {
  kind: number;
  subject?: string;
  status: OrderStatus | 0;
  q?: string;
  from?: string;
  to?: string;
}

export function fetchOrders(want: OrdersWanted, page: number, limit: number): Promise<OrderList> {
  return gateway('GET /scheme/buy/orderlist', { ...want, page, limit }, { silent: true });
}

/** All that the list shows, on all its pages, as a file. @throws ApiError */
export function fetchOrdersCsv(want: OrdersWanted): Promise<Blob> {
  const given = Object.entries(want).map(([name, value]) => [name, String(value)]);
  return fetchCsv(`${ORDER_CALLS.export}?${new URLSearchParams(given)}`);
}

export const postRefund = (orderid: string, reason: string) => gateway('POST /api/order/refund', { orderid, reason }, { silent: true });
export const deleteRefund = (orderid: string) => gateway('DELETE /api/order/refund', { orderid }, { silent: true });

export const postInvoice = (wish: InvoiceWish & { orderid: string }) => gateway('POST /api/order/invoice', wish, { silent: true });
export const postCorrection = (correction: InvoiceWish & { id: number; reason: string }) =>
  gateway('POST /api/order/invoice/correct', correction, { silent: true });
export const deleteInvoice = (id: number) => gateway('DELETE /api/order/invoice', { id }, { silent: true });
export const fetchInvoiceFile = (id: number, red: boolean) =>
  fetchFile(`${ORDER_CALLS.invoice_file}?id=${id}&red=${red ? 1 : 0}`, 'application/pdf', '下载失败，请稍后再试');
