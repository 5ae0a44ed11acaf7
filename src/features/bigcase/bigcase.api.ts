import { gateway } from '#client/gateway.ts';
import type { RelatedItem } from '#contract/item.ts';
import type { AlbumPage, OriginalLink } from '#contract/sample.ts';

/** Works a batch beside a case. */
const BATCH = 6;
const silent = { silent: true } as const;

export const fetchBeside = (sample_id: number, type: number, page: number) =>
  gateway.get<{ list: RelatedItem[] }>('/sample/index/recomList', { sample_id, type, page, limit: BATCH });

/** Failures are shown in place by the album, so silent. */
export const fetchPhotos = (sample_id: number, vv: string, page: number) =>
  gateway.get<AlbumPage>('/sample/photo', { sample_id, vv, page }, silent);

/** 1: one original by its number; 2: all of them. */
export const askOriginal = (sample_id: number, img_no: number | null) =>
  gateway.post<OriginalLink>(
    '/sample/index/download',
    img_no === null ? { sample_id, type: 2 } : { sample_id, type: 1, imgurl: String(img_no) },
  );
