import { gateway } from '#client/gateway.ts';
import { ADDRESS_CALL, type Address, type AddressInput } from '#contract/address.ts';
import { type GoodsForm, MALL_CALLS, type MallQuote, type OwnRedemptions, type Redemption, type StaffRedemption } from '#contract/mall.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const fetchQuote = (id: number, num: number) => gateway.get<MallQuote>(MALL_CALLS.quote, { id, num }, SILENT);
export const postRedeem = (input: { id: number; num: number; address_id: number; total_points: number; idempotency_key: string }) =>
  gateway.post<Redemption>(MALL_CALLS.order, input, SILENT);
export const fetchRedemption = (id: number) => gateway.get<Redemption>(MALL_CALLS.one, { id }, SILENT);
export const fetchRedemptions = (state: string, page: number) =>
  gateway.get<OwnRedemptions>(MALL_CALLS.order, { state, page, limit: PER_PAGE }, SILENT);
export const postCancel = (id: number) => gateway.post<Redemption>(MALL_CALLS.cancel, { id }, SILENT);
export const postReceive = (id: number) => gateway.post<Redemption>(MALL_CALLS.receive, { id }, SILENT);
export const postReturn = (id: number, reason: string) => gateway.post<Redemption>(MALL_CALLS.giveBack, { id, reason }, SILENT);

export const fetchAddresses = async () => (await gateway.get<{ list: Address[] }>(ADDRESS_CALL, {}, SILENT)).list;
export const postAddress = (input: AddressInput) => gateway.post<Address>(ADDRESS_CALL, input, SILENT);
export const deleteAddress = (id: number) => gateway.del<null>(ADDRESS_CALL, { id }, SILENT);

export const fetchGoodsForm = (id: number) => gateway.get<GoodsForm>(MALL_CALLS.form, id > 0 ? { id } : {}, SILENT);
export const postGoodsForm = (form: object) => gateway.post<{ id: number }>(MALL_CALLS.form, form, SILENT);
export const fetchStaffRedemption = (id: number) => gateway.get<StaffRedemption>(MALL_CALLS.staff, { id }, SILENT);
export const postReveal = (id: number, reason: string) =>
  gateway.post<{ receiver: string; tel: string; address: string }>(MALL_CALLS.reveal, { id, reason }, SILENT);
export const postShip = (input: { id: number; carrier: string; tracking_no: string }) => gateway.post<null>(MALL_CALLS.ship, input, SILENT);
export const postStop = (id: number, reason: string) => gateway.post<null>(MALL_CALLS.stop, { id, reason }, SILENT);
export const postDecision = (input: { id: number; accept: boolean; restock: boolean; answer: string }) =>
  gateway.post<null>(MALL_CALLS.decide, input, SILENT);
export const postImport = (text: string) =>
  gateway.post<{ shipped: number; faults: Array<{ line: string; fault: string }> }>(MALL_CALLS.import, { text }, SILENT);
