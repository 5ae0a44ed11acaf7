import { $session, updateUser } from '#client/session.ts';
import type { OwnListQuery } from '../center/own-list.store.ts';
import { fetchNotices, putAllRead, putRead } from './notice.api.ts';

export const NOTICE_TABS = ['all', 'unread'] as const;
export const loadNotices = ({ tab, page }: OwnListQuery) => fetchNotices(tab === 'unread', page);

/** Marks one as read. @throws ApiError, which is not shown: it stays unread, and that is all */
export async function readOne(id: number): Promise<void> {
  tellUnread(await putRead(id));
}

/** @throws ApiError, which the gateway caller has shown */
export async function readThemAll(): Promise<void> {
  tellUnread(await putAllRead());
}

/** The header shows the same number. */
function tellUnread({ num }: { num: number }): void {
  const user = $session.get()?.user;
  if (user) updateUser({ ...user, unread_num: num });
}
