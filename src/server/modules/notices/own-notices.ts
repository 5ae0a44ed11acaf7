import type { OwnPage } from '#contract/center.ts';
import { NOTICE_TOPICS, type NoticeRow, type NoticeTopic, UNREAD_SHOWN_MOST } from '#contract/notice.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { countNotices, countUnread, findNotices, findWorksTold, markAllRead, markRead } from './repo.ts';

/** How many messages a user has not read, counted no further than one beyond what is shown. */
export function unreadCount(ctx: Ctx, user_id: number): Promise<number> {
  return countUnread(ctx.db, user_id, UNREAD_SHOWN_MOST + 1);
}

/** The reader's own messages, the newest first. */
export async function noticesOf(
  ctx: Ctx,
  { only_unread, page, limit }: { only_unread: boolean; page: number; limit: number },
): Promise<OwnPage<NoticeRow>> {
  const user_id = requireUser(ctx);
  const rows = await findNotices(ctx.db, { user_id, only_unread, offset: (page - 1) * limit, limit });
  const list = rows.map(
    ({ id, topic, title, content, href, read_at, created_at }): NoticeRow => ({
      id,
      title,
      content,
      create_time: unixSeconds(created_at),
      is_read: read_at === null ? 0 : 1,
      jump_type_id: href === '' ? 0 : 1,
      jump_url: href,
      topic: NOTICE_TOPICS[topic as NoticeTopic] ?? '消息',
    }),
  );
  return { list, total: await countNotices(ctx.db, user_id, only_unread), page, limit };
}

/** Marks one of the reader's own as read and says how many are left. @throws AppError 404 for those of others */
export async function readNotice(ctx: Ctx, id: number): Promise<{ num: number }> {
  const user_id = requireUser(ctx);
  if (!(await markRead(ctx.db, user_id, id, ctx.app.clock.now()))) throw notFound('消息不存在');
  return { num: await unreadCount(ctx, user_id) };
}

export async function readAllNotices(ctx: Ctx): Promise<{ num: number }> {
  const user_id = requireUser(ctx);
  await markAllRead(ctx.db, user_id, ctx.app.clock.now());
  return { num: await unreadCount(ctx, user_id) };
}

/** Ids of the items that the reader was told of under a topic, the newest first. */
export function worksTold(
  ctx: Ctx,
  { topic, page, limit }: { topic: NoticeTopic; page: number; limit: number },
): Promise<{ item_ids: number[]; total: number }> {
  return findWorksTold(ctx.db, { user_id: requireUser(ctx), topic, offset: (page - 1) * limit, limit });
}
