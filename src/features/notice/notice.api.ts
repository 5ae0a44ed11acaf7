import { gateway } from '#client/gateway.ts';
import type { OwnPage } from '#contract/center.ts';
import { NOTICE_CALLS, type NoticeRow, type NoticeSettings, type NoticeTopic } from '#contract/notice.ts';
import { UNREAD_IN_HEADER } from '#contract/unread.ts';

const PER_PAGE = 10;
const SILENT = { silent: true } as const;

/** Lists show their errors in place. */
export const fetchNotices = (only_unread: boolean, type: number, page: number) =>
  gateway.get<OwnPage<NoticeRow>>(
    NOTICE_CALLS.list,
    { type, p: page, limit: PER_PAGE, ...(only_unread ? { is_read: 0 } : {}) },
    { silent: true },
  );
export const fetchUnread = () => gateway.get<{ num: number; seq: number }>(NOTICE_CALLS.num, {}, SILENT);
/** The newest unread ones, as many as the header shows (spec 9). */
export const fetchNewest = () =>
  gateway.get<OwnPage<NoticeRow>>(NOTICE_CALLS.list, { type: 0, p: 1, limit: UNREAD_IN_HEADER, is_read: 0 }, { silent: true });
/** Often pressed on the way to another page, which must not lose it. */
export const putRead = (id: number) => gateway.put<{ num: number }>(NOTICE_CALLS.read, { id }, { silent: true, keepalive: true });
export const putAllRead = (topic?: NoticeTopic) => gateway.put<{ num: number }>(NOTICE_CALLS.all, topic ? { topic } : {});

export type NoticeWishes = Pick<NoticeSettings, 'ways' | 'quiet_from' | 'quiet_to' | 'digest'>;

/** The form shows its errors itself. */
export const fetchSettings = () => gateway.get<NoticeSettings>(NOTICE_CALLS.settings, {}, SILENT);
export const putSettings = (wishes: NoticeWishes) => gateway.put<NoticeSettings>(NOTICE_CALLS.settings, wishes, SILENT);
export const postMail = (mail: string) => gateway.post<NoticeSettings>(NOTICE_CALLS.mail, { mail }, SILENT);
export const postMailCode = (code: string) => gateway.post<NoticeSettings>(NOTICE_CALLS.confirm_mail, { code }, SILENT);
/** The page shows how it ended. */
export const postUnsubscribe = (query: { u: string; t: string; s: string }) =>
  gateway.post<{ topic: string }>(NOTICE_CALLS.unsubscribe, query, SILENT);
