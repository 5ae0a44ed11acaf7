import { gateway } from '#client/gateway.ts';
import { AD_CALLS, type AdBeat, type AdFilm, type AdRequest, type AdState } from '#contract/ad.ts';

/** Screens show errors in place; polls ignore them. */
const SILENT = { silent: true } as const;

export const fetchAd = (vid: number): Promise<AdRequest> => gateway.get(AD_CALLS.request, { vid, type: 0 }, SILENT);
export const fetchOver = (request_id: string): Promise<AdState> => gateway.get(AD_CALLS.over, { request_id }, SILENT);
export const fetchFilm = (request_id: string): Promise<AdFilm> => gateway.get(AD_CALLS.film, { request_id }, SILENT);
export const postBeat = (request_id: string, position_ms: number): Promise<AdBeat> =>
  gateway.post(AD_CALLS.beat, { request_id, position_ms }, SILENT);
