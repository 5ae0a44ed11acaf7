import {
  COMMENT_PAGE,
  type CommentList,
  type CommentMarks,
  type CommentRow,
  type CommentSort,
  type CommentThread,
  REPLIES_SHOWN,
  REPLY_PAGE,
  type ReplyList,
} from '#contract/comment.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { type Ctx, readTogether, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { getItem, kindOf } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import {
  type CommentRecord,
  findComments,
  findFirstReplies,
  findMarks,
  findReplies,
  findTop,
  findTotal,
  findTotals,
  findWritten,
  type Subject,
} from './repo.ts';
import { afterText, isCommentKind, readAfter } from './rules.ts';

export const GONE = '评论不存在或已删除';

export interface CommentedWork {
  kind: KindFacts;
  id: number;
  title: string;
  publisher_id: number;
}

/** The work that is commented on. @throws AppError 404 for what is not published, or takes no comments */
export async function commentedWork(ctx: Ctx, { kind, id }: Subject): Promise<CommentedWork> {
  const item = isCommentKind(kind) ? await getItem(ctx, id) : null;
  if (item?.status !== 'published' || kindOf(item.kind).key !== kind) throw notFound('内容不存在或已下架');
  return { kind: kindOf(item.kind), id, title: item.title, publisher_id: item.publisher_id };
}

/** Rows as everybody sees them, in their order. `author_id`: who published the work. */
export async function commentRows(ctx: Ctx, rows: readonly CommentRecord[], author_id: number): Promise<CommentRow[]> {
  const people = await publicUsers(ctx, [...new Set(rows.flatMap((row) => [row.writer_id, row.answers_user_id ?? row.writer_id]))]);
  const nameOf = (id: number) => people.get(id).nickname;
  return rows.map((row) => {
    const gone = row.state !== 'shown' && row.state !== 'held' ? 1 : row.aside ? 2 : 0;
    const { id, like_num, reply_num, writer_id, answers_user_id } = row;
    return {
      ...{ id, like_num, reply_num, gone, created_at: unixSeconds(row.created_at) },
      text: gone ? '' : row.text,
      writer: gone
        ? { id: 0, nickname: '', headimgurl: '' }
        : { id: writer_id, nickname: nameOf(writer_id), headimgurl: people.get(writer_id).headimgurl },
      by_author: !gone && writer_id === author_id ? 1 : 0,
      answers: answers_user_id === null || gone ? null : { id: answers_user_id, nickname: nameOf(answers_user_id) },
    } satisfies CommentRow;
  });
}

/**
 * A page of the comments of a published work, each with its first replies; the same for everybody. `after`: as the page before said; what
 * it does not know counts as the beginning. @throws AppError 404
 */
export async function commentList(
  ctx: Ctx,
  { sort, after, ...subject }: Subject & { sort: CommentSort; after: string },
): Promise<CommentList> {
  const work = await commentedWork(ctx, subject);
  return commentsOf(ctx, { ...subject, author_id: work.publisher_id }, sort, after);
}

/** The same where the caller knows the work. */
export async function commentsOf(
  ctx: Ctx,
  { author_id, ...subject }: Subject & { author_id: number },
  sort: CommentSort = 'hot',
  after = '',
): Promise<CommentList> {
  const [found, total] = await readTogether(
    ctx,
    () => findTop(ctx.db, subject, { sort, after: readAfter(after), limit: COMMENT_PAGE + 1 }),
    () => findTotal(ctx.db, subject),
  );
  const top = found.slice(0, COMMENT_PAGE);
  const replies = await findFirstReplies(
    ctx.db,
    top.filter(({ reply_num }) => reply_num > 0).map(({ id }) => id),
    REPLIES_SHOWN,
  );
  const rows = await commentRows(ctx, [...top, ...replies], author_id);
  const shown = new Map(rows.map((row) => [row.id, row]));
  const last = top.at(-1);
  return {
    list: top.flatMap((row) => {
      const own = shown.get(row.id);
      const below = replies.filter(({ root_id }) => root_id === row.id).flatMap(({ id }) => shown.get(id) ?? []);
      return own ? [{ ...own, replies: below }] : [];
    }),
    total,
    after: found.length > COMMENT_PAGE && last ? afterText(last) : '',
  };
}

/**
 * The comment that one stands below, with its first replies and that one among them: where a notice leads, however far down it is.
 * @throws AppError 404 for what is not shown below this work
 */
export async function commentThread(ctx: Ctx, { comment, ...subject }: Subject & { comment: number }): Promise<CommentThread> {
  const work = await commentedWork(ctx, subject);
  const [row] = await findComments(ctx.db, [comment]);
  if (row?.state !== 'shown' || row.subject_kind !== subject.kind || row.subject_id !== subject.id) throw notFound(GONE);
  const [root] = row.root_id === null ? [row] : await findComments(ctx.db, [row.root_id]);
  if (!root) throw notFound(GONE);
  const first = await findFirstReplies(ctx.db, [root.id], REPLIES_SHOWN);
  const below = row === root || first.some(({ id }) => id === row.id) ? first : [...first, row];
  const [top, ...replies] = await commentRows(ctx, [root, ...below], work.publisher_id);
  return { ...(top as CommentRow), replies };
}

/** Further replies of a comment, in the order of their time. @throws AppError 404 */
export async function replyList(ctx: Ctx, { id, after }: { id: number; after: string }): Promise<ReplyList> {
  const [root] = await findComments(ctx.db, [id]);
  if (!root || root.root_id !== null) throw notFound(GONE);
  const work = await commentedWork(ctx, { kind: root.subject_kind, id: root.subject_id });
  const found = await findReplies(ctx.db, id, readAfter(after)?.id ?? 0, REPLY_PAGE + 1);
  const list = await commentRows(ctx, found.slice(0, REPLY_PAGE), work.publisher_id);
  const last = list.at(-1);
  return { list, after: found.length > REPLY_PAGE && last ? afterText({ like_num: 0, id: last.id }) : '' };
}

/** What the signed-in reader has with the comments of a work. @throws AppError code 2 */
export async function commentMarks(ctx: Ctx, subject: Subject): Promise<CommentMarks> {
  const user_id = requireUser(ctx);
  const author = (await getItem(ctx, subject.id))?.publisher_id === user_id ? 1 : 0;
  return { ...(await findMarks(ctx.db, subject, user_id)), author };
}

/** How many comments are shown of each of some works of a kind; none: absent. */
export function commentTotals(ctx: Ctx, kind: string, ids: readonly number[]): Promise<Map<number, number>> {
  return findTotals(ctx.db, kind, ids);
}

/** What somebody wrote, for their package of data. */
export async function writtenComments(ctx: Ctx, user_id: number, { page, limit }: { page: number; limit: number }) {
  const rows = await findWritten(ctx.db, user_id, (page - 1) * limit, limit);
  return rows.map(({ id, subject_kind, subject_id, text, state, created_at }) => ({
    ...{ id, subject_kind, subject_id, text, state },
    created_at: unixSeconds(created_at),
  }));
}
