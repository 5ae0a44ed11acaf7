import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { DoorAnswer, DoorLink } from '#contract/door.ts';
import {
  GUESTS_PAGE_SIZE,
  type GuestList,
  type GuestState,
  ORGANISE_CALLS,
  type OrganisedSalon,
  type SentMessage,
} from '#contract/organise.ts';
import type { OwnRecap, RecapForm, RecapState, SavedRecap } from '#contract/recap.ts';
import type { SaveWish } from '#kit/saving-form.ts';

const silent = { silent: true } as const;
const aside = { silent: true, background: true } as const;

export const fetchSalon = (id: number): Promise<OrganisedSalon> => gateway('GET /salon/organise', { id }, silent);

export const fetchGuests = (id: number, wish: { state: GuestState; keyword: string; page: number }): Promise<GuestList> =>
  gateway('GET /salon/organise/guests', { id, ...wish, limit: GUESTS_PAGE_SIZE }, silent);

export const checkIn = (id: number, ticket_id: number, nonce: string): Promise<DoorAnswer> =>
  gateway('POST /salon/organise/check', { id, ticket_id, nonce }, silent);

export const undoCheckIn = (id: number, ticket_id: number, nonce: string): Promise<{ id: number }> =>
  gateway('DELETE /salon/organise/check', { id, ticket_id, nonce }, silent);

export const guestsCsv = (id: number): Promise<Blob> => fetchCsv(`${ORGANISE_CALLS.csv}?id=${id}`);

export interface Messages {
  list: SentMessage[];
  would_reach: number;
}
export const fetchMessages = (id: number): Promise<Messages> => gateway('GET /salon/organise/message', { id }, silent);

export const sendMessage = (id: number, message: { key: string; title: string; content: string }): Promise<{ reached: number }> =>
  gateway('POST /salon/organise/message', { id, ...message }, silent);

export const setSale = (id: number, on: boolean): Promise<{ id: number }> =>
  gateway('PUT /salon/organise/sale', { id, on: on ? 1 : 0 }, silent);

export const cancelSalon = (id: number, why: string): Promise<unknown> =>
  gateway('PUT /salon/establish/act', { id, act: 'cancel', why }, silent);

export const fetchDoors = (id: number): Promise<{ list: DoorLink[] }> => gateway('GET /salon/organise/doors', { id }, silent);

export const makeDoor = (id: number, door: { name: string; gate: string }): Promise<{ id: number; token: string }> =>
  gateway('POST /salon/organise/doors', { id, ...door }, silent);

export const endDoor = (id: number, door_id: number): Promise<{ id: number }> =>
  gateway('DELETE /salon/organise/doors', { id, door_id }, silent);

export const fetchRecap = (id: number): Promise<OwnRecap> => gateway('GET /salon/organise/recap', { id }, silent);

export const saveRecap = ({ id, form, edition }: SaveWish<RecapForm>, leaving: boolean): Promise<SavedRecap> =>
  gateway('POST /salon/organise/recap', { ...form, id, edition }, { ...aside, keepalive: leaving });

export const sendRecap = (id: number, form: RecapForm): Promise<{ state: RecapState }> =>
  gateway('PUT /salon/organise/recap', { id, ...form }, silent);

export const withdrawRecap = (id: number): Promise<{ id: number }> => gateway('DELETE /salon/organise/recap', { id }, silent);
