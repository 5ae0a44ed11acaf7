/** Request headers of overlays: a page fetched before the reader opens it is no view; the HEAD request that says it was opened is one. */
export const AHEAD_HEADER = 'x-ahead';
export const OPENED_HEADER = 'x-opened';
