/** Page pictures and vouchers of a kind's items are asked for by calls that schemes and PPTs share (spec 7). */
export const PAGES_CALL = '/scheme/index/schemeimgs';
/** Download of an item whose kind has no call of its own. */
export const DOWNLOAD_CALL = '/scheme/index/downloadurl';
