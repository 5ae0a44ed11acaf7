import { gateway } from '#client/gateway.ts';
import type { OfferForm, OfferTab } from '#contract/offer.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const fetchPanel = (id: number) => gateway('GET /demand/offer/panel', { id }, SILENT);
export const fetchVersions = async (id: number) => (await gateway('GET /demand/offer/versions', { id })).list;
export const fetchOwnOffers = (tab: OfferTab, page: number) => gateway('GET /demand/offer/mine', { tab, page, limit: PER_PAGE }, SILENT);
export const fetchOwnWorks = async () => (await gateway('GET /user/publish/mine', { tab: 'published', page: 1, limit: 50 }, SILENT)).list;
export const postOffer = (id: number, form: OfferForm) => gateway('POST /demand/offer', { ...form, id }, SILENT);
export const postWithdraw = (id: number) => gateway('POST /demand/offer/withdraw', { id }, SILENT);
export const postShort = (id: number, on: boolean) => gateway('POST /demand/offer/short', { id, on: on ? 1 : 0 }, SILENT);
export const postDecline = (id: number, reason: string) => gateway('POST /demand/offer/decline', { id, reason }, SILENT);
export const postAgree = (id: number, version: number) => gateway('POST /demand/offer/agree', { id, version }, SILENT);
export const postReport = (id: number, reason: string) => gateway('POST /demand/offer/report', { id, reason }, SILENT);
export const postDone = (id: number) => gateway('POST /demand/agreement/done', { id }, SILENT);
export const postCancel = (id: number, reason: string) => gateway('POST /demand/agreement/cancel', { id, reason }, SILENT);
export const postDispute = (id: number, reason: string) => gateway('POST /demand/agreement/dispute', { id, reason }, SILENT);
export const postRating = (id: number, stars: number, text: string) => gateway('POST /demand/agreement/rate', { id, stars, text }, SILENT);
