import { gateway } from '#client/gateway.ts';
import type { AdBeat, AdFilm, AdRequest, AdState } from '#contract/ad.ts';

/** Screens show errors in place; polls ignore them. */
const SILENT = { silent: true } as const;

export const fetchAd = (vid: number): Promise<AdRequest> => gateway('GET /ad/AdProfit/generateQrCode', { vid, type: 0 }, SILENT);
export const fetchOver = (request_id: string): Promise<AdState> => gateway('GET /ad/AdProfit/checkHasOver', { request_id }, SILENT);
export const fetchFilm = (request_id: string): Promise<AdFilm> => gateway('GET /ad/AdProfit/film', { request_id }, SILENT);
export const postBeat = (request_id: string, position_ms: number): Promise<AdBeat> =>
  gateway('POST /ad/AdProfit/beat', { request_id, position_ms }, SILENT);
