import { gateway } from '#client/gateway.ts';
import { OFFER_CALLS, type OfferForm, type OfferPanel, type OfferTab, type OfferVersion, type OwnOffers } from '#contract/offer.ts';
import { MY_WORKS_CALL, type PublishedList } from '#contract/publish.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const fetchPanel = (id: number) => gateway.get<OfferPanel>(OFFER_CALLS.panel, { id }, SILENT);
export const fetchVersions = async (id: number) => (await gateway.get<{ list: OfferVersion[] }>(OFFER_CALLS.versions, { id })).list;
export const fetchOwnOffers = (tab: OfferTab, page: number) =>
  gateway.get<OwnOffers>(OFFER_CALLS.mine, { tab, page, limit: PER_PAGE }, SILENT);
export const fetchOwnWorks = async () =>
  (await gateway.get<PublishedList>(MY_WORKS_CALL, { tab: 'published', page: 1, limit: 50 }, SILENT)).list;
export const postOffer = (id: number, form: OfferForm) => gateway.post<{ id: number }>(OFFER_CALLS.offer, { ...form, id }, SILENT);
export const postWithdraw = (id: number) => gateway.post<null>(OFFER_CALLS.withdraw, { id }, SILENT);
export const postShort = (id: number, on: boolean) => gateway.post<null>(OFFER_CALLS.short, { id, on: on ? 1 : 0 }, SILENT);
export const postDecline = (id: number, reason: string) => gateway.post<null>(OFFER_CALLS.decline, { id, reason }, SILENT);
export const postAgree = (id: number, version: number) => gateway.post<{ id: number }>(OFFER_CALLS.agree, { id, version }, SILENT);
export const postReport = (id: number, reason: string) => gateway.post<null>(OFFER_CALLS.report, { id, reason }, SILENT);
export const postDone = (id: number) => gateway.post<null>(OFFER_CALLS.done, { id }, SILENT);
export const postCancel = (id: number, reason: string) => gateway.post<null>(OFFER_CALLS.cancel, { id, reason }, SILENT);
export const postDispute = (id: number, reason: string) => gateway.post<null>(OFFER_CALLS.dispute, { id, reason }, SILENT);
export const postRating = (id: number, stars: number, text: string) =>
  gateway.post<{ shown: boolean }>(OFFER_CALLS.rate, { id, stars, text }, SILENT);
