import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import type { CallInput } from '#contract/gateway.ts';
import { type CircularText, type GuestState, ORGANISE_CALLS } from '#contract/organise.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

/** What the screens of an organiser hand to their stores. */
export const fetchSalon = (id: number) => gateway('GET /salon/organise', { id }, SILENT);
export const cancelSalon = (id: number, why: string) => gateway('PUT /salon/establish/act', { id, act: 'cancel', why }, SILENT);
export const setSale = (id: number, on: boolean) => gateway('PUT /salon/organise/sale', { id, on: on ? 1 : 0 }, SILENT);
export const saveOnline = (id: number, online: { link: string; before_min: number; text: string }) =>
  gateway('PUT /salon/organise/online', { id, ...online }, SILENT);
export const fetchMessages = (id: number) => gateway('GET /salon/organise/message', { id }, SILENT);
export const sendMessage = (id: number, { key, title, content }: CircularText) =>
  gateway('POST /salon/organise/message', { id, key, title, content }, SILENT);
export const fetchDoors = (id: number) => gateway('GET /salon/organise/doors', { id }, SILENT);
export const makeDoor = (id: number, door: { name: string; gate: string }) =>
  gateway('POST /salon/organise/doors', { id, ...door }, SILENT);
export const endDoor = (id: number, door_id: number) => gateway('DELETE /salon/organise/doors', { id, door_id }, SILENT);
export const addGuest = (id: number, guest: Omit<CallInput<'POST /salon/organise/guest'>, 'id'>) =>
  gateway('POST /salon/organise/guest', { id, ...guest }, SILENT);
export const fetchSeats = (id: number) => gateway('GET /salon/organise/seats', { id }, SILENT);
export const changeSeat = (id: number, change: { seat_id: number; ticket_id?: number; closed?: 0 | 1 }) =>
  gateway('PUT /salon/organise/seats', { id, ...change }, SILENT);
export const fetchGuests =
  (id: number) =>
  ({ filters, q: keyword, page }: OwnListQuery) =>
    gateway('GET /salon/organise/guests', { id, state: (filters['state'] ?? 'all') as GuestState, keyword, page }, SILENT);
export const fetchGuestsCsv = (id: number) => fetchCsv(`${ORGANISE_CALLS.csv}?id=${id}`);
export const checkIn = (id: number, ticket_id: number) => gateway('POST /salon/organise/check', { id, ticket_id, nonce: newKey() });
export const undoCheckIn = (id: number, ticket_id: number) => gateway('DELETE /salon/organise/check', { id, ticket_id, nonce: newKey() });
/** @throws ApiError, which the dialog shows */
export const refundGuest = (refund: CallInput<'PUT /salon/organise/refund'>) => gateway('PUT /salon/organise/refund', refund, SILENT);
