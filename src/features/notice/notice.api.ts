import { gateway } from '#client/gateway.ts';
import type { OwnPage } from '#contract/center.ts';
import { NOTICE_CALLS, type NoticeRow } from '#contract/notice.ts';

const PER_PAGE = 10;

/** Lists show their errors in place. */
export const fetchNotices = (only_unread: boolean, page: number) =>
  gateway.get<OwnPage<NoticeRow>>(
    NOTICE_CALLS.list,
    { type: 0, p: page, limit: PER_PAGE, ...(only_unread ? { is_read: 0 } : {}) },
    { silent: true },
  );
export const putRead = (id: number) => gateway.put<{ num: number }>(NOTICE_CALLS.read, { id }, { silent: true });
export const putAllRead = () => gateway.put<{ num: number }>(NOTICE_CALLS.all, {});
