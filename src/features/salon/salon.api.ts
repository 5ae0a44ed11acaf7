import { gateway } from '#client/gateway.ts';
import type { SaveWish } from '#client/saving-form.ts';
import type { Order } from '#contract/order.ts';
import {
  type OwnSalonForm,
  type OwnSalonList,
  type OwnTicketList,
  SALON_CALLS,
  type SalonAct,
  type SalonBought,
  type SalonForm,
  type SalonPriceList,
  type SalonQuote,
  type SavedSalon,
  type WaitingEntry,
} from '#contract/salon.ts';

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

export const fetchPriceList = (id: number): Promise<SalonPriceList> => gateway.get(SALON_CALLS.pricelist, { id }, silent);
export const postCompute = (wish: Wish): Promise<SalonQuote> => gateway.post(SALON_CALLS.compute, wish, silent);
export const postTicketOrder = (wish: Wish & { holders: Seat[]; cache: 0 | 1; idempotency_key: string }): Promise<Order> =>
  gateway.post(SALON_CALLS.order, wish, silent);
export const postWaiting = (wish: { id: number; kind_id: number; count: number; holders: Seat[] }): Promise<WaitingEntry> =>
  gateway.post(SALON_CALLS.waiting, wish, silent);
export const leaveList = (id: number): Promise<{ id: number }> => gateway.del(SALON_CALLS.waiting, { id });
export const fetchBought = (orderid: string): Promise<SalonBought> => gateway.get(SALON_CALLS.bought, { orderid }, silent);
export const fetchTickets = (page: number): Promise<OwnTicketList> => gateway.get(SALON_CALLS.tickets, { page, limit: 10 }, silent);
export const putRefund = (id: number): Promise<{ refund: number }> => gateway.put(SALON_CALLS.refund, { id });
export const fetchOrganised = (page: number): Promise<OwnSalonList> => gateway.get(SALON_CALLS.mine, { page, limit: 10 }, silent);
export const fetchForm = (id: number): Promise<OwnSalonForm> => gateway.get(SALON_CALLS.form, { id }, silent);
export const putAct = (id: number, act: SalonAct, why: string): Promise<SavedSalon> => gateway.put(SALON_CALLS.act, { id, act, why });
export const dropSalon = (id: number): Promise<{ id: number }> => gateway.del(SALON_CALLS.draft, { id });

export function sendForm({ id, form, ...more }: SaveWish<SalonForm>, submit: boolean, leaving = false): Promise<SavedSalon> {
  const body = { ...form, ...more, ...(id === null ? {} : { id }) };
  return submit ? gateway.post(SALON_CALLS.form, body, silent) : gateway.put(SALON_CALLS.form, body, { ...aside, keepalive: leaving });
}
