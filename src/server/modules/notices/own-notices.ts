import type { OwnPage } from '#contract/center.ts';
import { NOTICE_TOPICS, type NoticeEvent, type NoticeRow, type NoticeTopic } from '#contract/notice.ts';
import type { StreamEvent } from '#contract/stream.ts';
import { UNREAD_SHOWN_MOST } from '#contract/unread.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { wakeStreams } from '../../db/notifications.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import {
  countNotices,
  countUnread,
  findChanged,
  findNotices,
  findPlace,
  findUnread,
  findWorksTold,
  hasNotice,
  markAllRead,
  markRead,
  type NoticeStored,
  nextPlace,
  setAllRead,
} from './repo.ts';
import { topicOf } from './send-notices.ts';

/** How many messages a user has not read, counted no further than one beyond what is shown. */
export function unreadCount(ctx: Ctx, user_id: number): Promise<number> {
  return countUnread(ctx.db, user_id, UNREAD_SHOWN_MOST + 1);
}

/** The reader's own messages, of one topic or all, the newest first. */
export async function noticesOf(
  ctx: Ctx,
  { only_unread, topic, page, limit }: { only_unread: boolean; topic?: NoticeTopic | undefined; page: number; limit: number },
): Promise<OwnPage<NoticeRow>> {
  const of = { user_id: requireUser(ctx), only_unread, topic };
  const rows = await findNotices(ctx.db, { ...of, offset: (page - 1) * limit, limit });
  return { list: rows.map(rowOf), total: await countNotices(ctx.db, of), page, limit };
}

const rowOf = ({ id, topic, title, content, href, read_at, created_at }: NoticeStored): NoticeRow => ({
  id,
  title,
  content,
  create_time: unixSeconds(created_at),
  is_read: read_at === null ? 0 : 1,
  jump_type_id: href === '' ? 0 : 1,
  jump_url: href,
  topic: NOTICE_TOPICS[topic as NoticeTopic] ?? '消息',
});

/** Marks one of the reader's own as read and says how many are left; read again stays as it was. @throws AppError 404 for those of others */
export async function readNotice(ctx: Ctx, id: number): Promise<{ num: number }> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    if (!(await hasNotice(tx.db, user_id, id))) throw notFound('消息不存在');
    const seq = await nextPlace(tx.db, user_id);
    if (await markRead(tx.db, user_id, id, tx.app.clock.now(), seq)) await wakeStreams(tx.db, [topicOf(user_id)]);
    return { num: await unreadCount(tx, user_id) };
  });
}

/** The subject of a message was seen in place: it is marked as read, and its pending deliveries are not sent. Idempotent. */
export async function readNoticeOf(ctx: Ctx, user_id: number, key: string): Promise<void> {
  const id = await findUnread(ctx.db, user_id, key);
  if (id === null) return;
  await inTransaction(ctx, async (tx) => {
    const seq = await nextPlace(tx.db, user_id);
    if (await markRead(tx.db, user_id, id, tx.app.clock.now(), seq)) await wakeStreams(tx.db, [topicOf(user_id)]);
  });
}

/** Marks the reader's messages as read, all of them or those of a topic, and says how many are left. */
export async function readAllNotices(ctx: Ctx, topic?: NoticeTopic): Promise<{ num: number }> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const seq = await nextPlace(tx.db, user_id);
    await markAllRead(tx.db, user_id, tx.app.clock.now(), topic);
    // one change for many messages, sent without naming them
    await setAllRead(tx.db, user_id, seq);
    await wakeStreams(tx.db, [topicOf(user_id)]);
    return { num: await unreadCount(tx, user_id) };
  });
}

/** The reader's unread number, and the place from which changes are followed. */
export async function unreadState(ctx: Ctx): Promise<{ num: number; seq: number }> {
  const user_id = requireUser(ctx);
  // the place first: a change in between is delivered twice, never missed
  const seq = await findPlace(ctx.db, user_id);
  return { num: await unreadCount(ctx, user_id), seq };
}

/** What happened to the reader's messages after a place, rising, at most `limit`; each as it stands now. */
export async function noticeEvents(ctx: Ctx, after: number, limit: number): Promise<StreamEvent<NoticeEvent>[]> {
  const user_id = requireUser(ctx);
  const { rows, all_read_seq } = await findChanged(ctx.db, user_id, after, limit);
  if (rows.length === 0 && all_read_seq <= after) return [];
  const num = await unreadCount(ctx, user_id);
  const events = rows.map((row): StreamEvent<NoticeEvent> => {
    const notice = rowOf(row);
    return { seq: row.seq, data: { what: notice.is_read === 1 ? 'read' : 'new', notice, num } };
  });
  if (all_read_seq > after) events.push({ seq: all_read_seq, data: { what: 'all', notice: null, num } });
  return events.sort((a, b) => a.seq - b.seq).slice(0, limit);
}

/** Ids of the items that the reader was notified of under a topic, the newest first. */
export function worksTold(
  ctx: Ctx,
  { topic, page, limit }: { topic: NoticeTopic; page: number; limit: number },
): Promise<{ item_ids: number[]; total: number }> {
  return findWorksTold(ctx.db, { user_id: requireUser(ctx), topic, offset: (page - 1) * limit, limit });
}
