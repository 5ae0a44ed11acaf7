import { gateway } from '#client/gateway.ts';
import type { AddressInput } from '#contract/address.ts';
import type { CallInput } from '#contract/gateway.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const fetchQuote = (id: number, num: number) => gateway('GET /integral/order/quote', { id, num }, SILENT);
export const postRedeem = (input: { id: number; num: number; address_id: number; total_points: number; idempotency_key: string }) =>
  gateway('POST /integral/order', input, SILENT);
export const fetchRedemption = (id: number) => gateway('GET /integral/order/detail', { id }, SILENT);
export type RedemptionState = NonNullable<CallInput<'GET /integral/order'>['state']>;
export const fetchRedemptions = (state: RedemptionState, page: number) =>
  gateway('GET /integral/order', { state, page, limit: PER_PAGE }, SILENT);
export const postCancel = (id: number) => gateway('POST /integral/order/cancel', { id }, SILENT);
export const postReceive = (id: number) => gateway('POST /integral/order/receive', { id }, SILENT);
export const postReturn = (id: number, reason: string) => gateway('POST /integral/order/return', { id, reason }, SILENT);

export const fetchAddresses = async () => (await gateway('GET /user/address', {}, SILENT)).list;
export const postAddress = (input: AddressInput) => gateway('POST /user/address', input, SILENT);
export const deleteAddress = (id: number) => gateway('DELETE /user/address', { id }, SILENT);

export const fetchGoodsForm = (id: number) => gateway('GET /admin/goods', id > 0 ? { id } : {}, SILENT);
export const postGoodsForm = (form: CallInput<'POST /admin/goods'>) => gateway('POST /admin/goods', form, SILENT);
export const fetchStaffRedemption = (id: number) => gateway('GET /admin/redemption', { id }, SILENT);
export const postReveal = (id: number, reason: string) => gateway('POST /admin/redemption/reveal', { id, reason }, SILENT);
export const postShip = (input: { id: number; carrier: string; tracking_no: string }) =>
  gateway('POST /admin/redemption/ship', input, SILENT);
export const postStop = (id: number, reason: string) => gateway('POST /admin/redemption/cancel', { id, reason }, SILENT);
export const postDecision = (input: { id: number; accept: boolean; restock: boolean; answer: string }) =>
  gateway('POST /admin/redemption/return', input, SILENT);
export const postImport = (text: string) => gateway('POST /admin/redemption/import', { text }, SILENT);
