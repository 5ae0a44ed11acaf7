/** DTOs of big cases and their albums: all pictures and their originals (spec 7, Big case and sample). */
export type { Album, AlbumPage, OriginalLink } from './outputs/pictures.ts';

/** Pictures a page of the album. */
export const ALBUM_PAGE_SIZE = 60;

/** Word for word as specified (spec 8). */
export const NO_ALBUM_TEXT = '该案例暂无云相册';

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
