/** Counting what readers see and press, by every page: nothing else stands here, so that pages carry nothing else (spec 7). */

/** Items in rails. */
export const EXPOSURE_ITEMS = 10;
/** Banners that stand in pages (ours). */
export const EXPOSURE_BANNERS = 11;
/** Ids of one exposure call. */
export const EXPOSURE_MAX = 60;

/** The specification names what these calls carry and not where they are; the addresses are ours. */
export const BANNER_CALL = '/api/tools/banner';
export const EXPOSURE_CALL = '/api/tools/exposure';
