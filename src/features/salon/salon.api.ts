import { gateway } from '#client/gateway.ts';
import type { Order } from '#contract/order.ts';
import type {
  OwnSalonForm,
  OwnSalonList,
  OwnTicketList,
  SalonAct,
  SalonBought,
  SalonForm,
  SalonPriceList,
  SalonQuote,
  SavedSalon,
  WaitingEntry,
} from '#contract/salon.ts';
import type { SaveWish } from '#kit/saving-form.ts';

const silent = { silent: true } as const;
const aside = { silent: true, background: true } as const;

export interface Wish {
  id: number;
  lines: Array<{ kind_id: number; count: number }>;
  balance: 0 | 1;
  user_coupon_id: number;
}

/** Who sits on a seat, as it is typed. */
export interface Seat {
  kind_id: number;
  name: string;
  phone: string;
  answers: Record<string, string>;
}

export const fetchPriceList = (id: number): Promise<SalonPriceList> => gateway('GET /salon/buy/pricelist', { id }, silent);
export const postCompute = (wish: Wish): Promise<SalonQuote> => gateway('POST /salon/buy/compute', wish, silent);
export const postTicketOrder = (wish: Wish & { holders: Seat[]; cache: 0 | 1; idempotency_key: string }): Promise<Order> =>
  gateway('POST /salon/buy/order', wish, silent);
export const postWaiting = (wish: { id: number; kind_id: number; count: number; holders: Seat[] }): Promise<WaitingEntry> =>
  gateway('POST /salon/waiting', wish, silent);
export const leaveList = (id: number): Promise<{ id: number }> => gateway('DELETE /salon/waiting', { id });
export const fetchBought = (orderid: string): Promise<SalonBought> => gateway('GET /salon/buy/bought', { orderid }, silent);
export const fetchTickets = (page: number): Promise<OwnTicketList> => gateway('GET /salon/ticket/mine', { page, limit: 10 }, silent);
export const putRefund = (id: number): Promise<{ refund: number }> => gateway('PUT /salon/ticket/refund', { id });
export const fetchOrganised = (page: number): Promise<OwnSalonList> => gateway('GET /salon/establish/mine', { page, limit: 10 }, silent);
export const fetchForm = (id: number): Promise<OwnSalonForm> => gateway('GET /salon/establish', { id }, silent);
export const putAct = (id: number, act: SalonAct, why: string): Promise<SavedSalon> =>
  gateway('PUT /salon/establish/act', { id, act, why });
export const dropSalon = (id: number): Promise<{ id: number }> => gateway('DELETE /salon/establish/draft', { id });

export function sendForm({ id, form, ...more }: SaveWish<SalonForm>, submit: boolean, leaving = false): Promise<SavedSalon> {
  const body = { ...form, ...more, ...(id === null ? {} : { id }) };
  return submit ? gateway('POST /salon/establish', body, silent) : gateway('PUT /salon/establish', body, { ...aside, keepalive: leaving });
}
