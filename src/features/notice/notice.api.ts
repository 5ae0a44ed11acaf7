import { gateway } from '#client/gateway.ts';
import type { NoticeSettings, NoticeTopic } from '#contract/notice.ts';
import { UNREAD_IN_HEADER } from '#contract/unread.ts';

const PER_PAGE = 10;
const SILENT = { silent: true } as const;

/** Lists show their errors in place. */
export const fetchNotices = (only_unread: boolean, type: number, page: number) =>
  gateway('GET /user/message', { type, p: page, limit: PER_PAGE, ...(only_unread ? { is_read: 0 } : {}) }, { silent: true });
export const fetchUnread = () => gateway('GET /user/message/num', {}, SILENT);
/** The newest unread ones, as many as the header shows (spec 9). */
export const fetchNewest = () => gateway('GET /user/message', { type: 0, p: 1, limit: UNREAD_IN_HEADER, is_read: 0 }, { silent: true });
/** Often pressed on the way to another page, which must not lose it. */
export const putRead = (id: number) => gateway('PUT /user/message/read', { id }, { silent: true, keepalive: true });
export const putAllRead = (topic?: NoticeTopic) => gateway('PUT /user/message/readAll', topic ? { topic } : {});

export type NoticeWishes = Pick<NoticeSettings, 'ways' | 'quiet_from' | 'quiet_to' | 'digest'>;

/** The form shows its errors itself. */
export const fetchSettings = () => gateway('GET /user/message/settings', {}, SILENT);
export const putSettings = (wishes: NoticeWishes) => gateway('PUT /user/message/settings', wishes, SILENT);
export const postMail = (mail: string) => gateway('POST /user/message/mail', { mail }, SILENT);
export const postMailCode = (code: string) => gateway('POST /user/message/mailConfirm', { code }, SILENT);
/** The page shows how it ended. */
export const postUnsubscribe = (query: { u: string; t: string; s: string }) => gateway('POST /user/message/unsubscribe', query, SILENT);
