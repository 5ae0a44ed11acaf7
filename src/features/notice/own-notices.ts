import { gateway } from '#client/gateway.ts';
import { $session } from '#client/session.ts';
import type { OwnPage } from '#contract/center.ts';
import { type NoticeRow, type NoticeTopic, TOPIC_OF_TYPE } from '#contract/notice.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { tellUnread } from './tell-unread.ts';

export const NOTICE_TABS = ['all', 'unread', 'setting'] as const;
const NOTHING: OwnPage<NoticeRow> = { list: [], total: 0, page: 1, limit: 1 };

/** The settings are no list; the words of the list name a topic. */
export const loadNotices = async ({ tab, q, page }: OwnListQuery) =>
  tab === 'setting'
    ? NOTHING
    : gateway(
        'GET /user/message',
        { type: TOPIC_OF_TYPE.indexOf(q as NoticeTopic) + 1, p: page, limit: 10, ...(tab === 'unread' ? { is_read: 0 } : {}) },
        { silent: true },
      );

/** Marks one as read. @throws ApiError, which is not shown: it stays unread, and that is all */
export async function readOne(id: number): Promise<void> {
  // often pressed on the way to another page, which must not lose it
  tellUnread(await gateway('PUT /user/message/read', { id }, { silent: true, keepalive: true }));
}

/** Marks one as read while the page goes where it leads: the number is one less at once, whatever becomes of the answer. */
export function readAndLeave(id: number): void {
  tellUnread({ num: Math.max(0, ($session.get()?.user.unread_num ?? 0) - 1) });
  // it stays unread then, and that is all
  readOne(id).catch(() => undefined);
}

/** The topic that the words of the list name; undefined: all of them. */
export const topicNamed = (q: string): NoticeTopic | undefined => TOPIC_OF_TYPE.find((topic) => topic === q);

/** Marks all as read, or those of the chosen topic. @throws ApiError, which the gateway caller has shown */
export async function readThemAll(q: string): Promise<void> {
  const topic = topicNamed(q);
  tellUnread(await gateway('PUT /user/message/readAll', topic ? { topic } : {}));
}
