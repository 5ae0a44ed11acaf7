import { gateway } from '#client/gateway.ts';

const silent = { silent: true } as const;

/** Failures are shown in place by the album, so silent. */
export const fetchPhotos = (sample_id: number, vv: string, page: number) => gateway('GET /sample/photo', { sample_id, vv, page }, silent);

/** 1: one original by its number; 2: all of them. */
export const askOriginal = (sample_id: number, img_no: number | null) =>
  gateway('POST /sample/index/download', img_no === null ? { sample_id, type: 2 } : { sample_id, type: 1, imgurl: String(img_no) });
