/** What the operator advertises on our own pages, and counting what readers see (spec 7: types as there). */

/** Pop-ups and columns of the shell. */
export const BANNER_COLUMN = 9;
/** Detail pages. */
export const BANNER_DETAIL = 12;
export const BANNER_TYPES = [BANNER_COLUMN, BANNER_DETAIL] as const;
export type BannerType = (typeof BANNER_TYPES)[number];

/** Items in rails. */
export const EXPOSURE_ITEMS = 10;
/** Ids of one exposure call. */
export const EXPOSURE_MAX = 60;

/** The specification names what these calls carry and not where they are; the addresses are ours. */
export const BANNER_CALL = '/api/tools/banner';
export const EXPOSURE_CALL = '/api/tools/exposure';

export interface Banner {
  id: number;
  title: string;
  summary: string;
  /** Path of a picture of ours; empty: title and summary are drawn. */
  picture: string;
  /** Path of ours that it leads to. */
  url: string;
}

/** The same with what only staff see. Times are unix seconds; 0: no bound. */
export interface StaffBanner extends Banner {
  type: BannerType;
  sort: number;
  is_on: boolean;
  starts_at: number;
  ends_at: number;
  click_num: number;
}

/** GET /scheme/index/freeorder. */
export interface FreeOrder {
  /** 1: the banner is shown. */
  free: 0 | 1;
  img: string;
  icon: string;
}
