/** Numbers of unread messages that every page needs; nothing else stands here, so that pages carry nothing else. */

/** The number shows no more than this. */
export const UNREAD_SHOWN_MOST = 99;
/** Unread messages in the header's drop-down (spec 9). */
export const UNREAD_IN_HEADER = 4;
