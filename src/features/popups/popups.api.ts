import { gateway } from '#client/gateway.ts';
import { type Ad, BANNER_CLAIM, BANNER_FULL, type Gift, HMH_CALLS, REPORT_CLICK, REPORT_SHOWN } from '#contract/promotion.ts';

/** They come by themselves: what cannot be had stays away. */
const ASIDE = { silent: true, background: true } as const;

const first = async (type: number) => (await gateway.get<{ list: Ad[] }>(HMH_CALLS.index, { type }, ASIDE)).list[0] ?? null;

export const fetchFullAd = (): Promise<Ad | null> => first(BANNER_FULL);
export const fetchClaimAd = (): Promise<Ad | null> => first(BANNER_CLAIM);
export const fetchColumnAd = async (place: number) => (await gateway.get<{ ad: Ad | null }>(HMH_CALLS.pop, { place }, ASIDE)).ad;
export const fetchUpgradeAd = async () => (await gateway.get<{ ad: Ad | null }>(HMH_CALLS.upgrade, {}, ASIDE)).ad;
export const fetchRegisterAd = async () => (await gateway.get<{ list: Ad[] }>(HMH_CALLS.register, {}, ASIDE)).list[0] ?? null;
export const fetchGifts = async () => (await gateway.get<{ list: Gift[] }>(HMH_CALLS.gift, {}, ASIDE)).list;
export const putGiftsTaken = () => gateway.put<null>(HMH_CALLS.gift, {}, ASIDE);

/** A press leads to another page, which must not lose it. */
const report = (type: number, click_id: number) =>
  gateway.put<null>(HMH_CALLS.click, { type, click_id }, { ...ASIDE, keepalive: true }).catch(() => null);
export const reportShown = (id: number) => report(REPORT_SHOWN, id);
export const reportClick = (id: number) => report(REPORT_CLICK, id);
