import { ASIDE, gateway } from '#client/gateway.ts';
import { type Ad, BANNER_CLAIM, BANNER_FULL, REPORT_CLICK, REPORT_SHOWN } from '#contract/promotion.ts';

const first = async (type: number) => (await gateway('GET /hmh/hmh/index', { type }, ASIDE)).list[0] ?? null;

export const fetchFullAd = (): Promise<Ad | null> => first(BANNER_FULL);
export const fetchClaimAd = (): Promise<Ad | null> => first(BANNER_CLAIM);
export const fetchColumnAd = async (place: number) => (await gateway('GET /hmh/hmh/pop', { place }, ASIDE)).ad;
export const fetchUpgradeAd = async () => (await gateway('GET /hmh/hmh/vipupgrade', {}, ASIDE)).ad;
export const fetchRegisterAd = async () => (await gateway('GET /hmh/hmh/registerbanner', {}, ASIDE)).list[0] ?? null;

/** A press leads to another page, which must not lose it. */
const report = (type: number, click_id: number) =>
  gateway('PUT /hmh/hmh/addclick', { type, click_id }, { ...ASIDE, keepalive: true }).catch(() => null);
export const reportShown = (id: number) => report(REPORT_SHOWN, id);
export const reportClick = (id: number) => report(REPORT_CLICK, id);
