import type { AccessDecision } from './item.ts';

/** DTOs of big cases and their albums: all pictures and their originals (spec 7, Big case and sample). */

/** Pictures a page of the album. */
export const ALBUM_PAGE_SIZE = 60;

/** Word for word as specified (spec 8). */
export const NO_ALBUM_TEXT = '该案例暂无云相册';

/** GET /sample/photo/sample. */
export interface Album {
  sample_id: number;
  title: string;
  photo_key: string;
  photo_num: number;
  /** Of all originals together. */
  size_bytes: number;
  /** 1: this reader may look through it. */
  is_open: 0 | 1;
  access: AccessDecision;
}

/** A picture of an album, shown small; its original is asked for by number or address. */
export interface AlbumPicture {
  img_no: number;
  src: string;
  srcset: string;
  width: number;
  height: number;
  /** As its publisher named the file. */
  name: string;
  size_bytes: number;
}

/** GET /sample/photo. */
export interface AlbumPage {
  list: AlbumPicture[];
  total: number;
  page: number;
  limit: number;
  /** Unix seconds: the addresses of the pictures end then. */
  expires_at: number;
  /** 1: this reader may have the originals too. */
  originals: 0 | 1;
}

/** POST /sample/index/download. The address opens until then, with Range. */
export interface OriginalLink {
  url: string;
  file_name: string;
  size_bytes: number;
  expires_at: number;
}
