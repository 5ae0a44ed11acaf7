import { COMMENT_EDIT_S, COMMENT_MAX, type CommentRow, commentAnchor, type WrittenComment } from '#contract/comment.ts';
import { paths } from '#contract/paths.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict, invalid, notFound, otherWish } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { sendNotices } from '../notices/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { type CommentedWork, commentedWork, commentRows, GONE } from './read-comments.ts';
import {
  addLikes,
  type CommentRecord,
  countShown,
  countSince,
  deleteLike,
  findByKey,
  findComments,
  findTalkers,
  insertComment,
  insertLike,
  insertReport,
  lockComment,
  type Subject,
  setState,
} from './repo.ts';
import { wordIn } from './rules.ts';
import { commentReviewMode, commentsDaily, commentWords } from './settings.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** What the page of a work shows of its comments changed. */
    'comment.changed': { kind: string; id: number };
  }
}

/** `reviewables.type` of comments. */
export const COMMENT = 'comment';
const DAY_MS = 86_400_000;
const NOTICE_TEXT_MAX = 80;
/** Of a talk below one comment, who spoke last. */
const TALKERS_TOLD = 20;

export interface CommentInput extends Subject {
  text: string;
  /** The comment or reply that it answers; 0: none. */
  answers: number;
  /** The writer's id of this comment: the same again is the same comment. */
  key: string;
}

/**
 * Writes a comment below a published work, or an answer to one. What holds a word of the list waits for staff, as all do where the site wants
 * that. The author and who is answered are notified of what is shown. Locks the comment that it stands below.
 * @throws AppError code 1 for a wrong text, code 2, 404, 409 for too many a day and for a key of other words
 */
export async function writeComment(ctx: Ctx, input: CommentInput): Promise<WrittenComment> {
  const writer_id = requireUser(ctx);
  const text = readText(input.text);
  const work = await commentedWork(ctx, input);
  const before = await findByKey(ctx.db, writer_id, input.key);
  if (before && (before.text !== text || before.subject_id !== work.id)) throw otherWish();
  if (before) return written(ctx, before, work);
  const most = await getSetting(ctx, commentsDaily);
  const since = new Date(ctx.app.clock.now().getTime() - DAY_MS);
  if ((await countSince(ctx.db, writer_id, since)) >= most) throw conflict('您今天发表的评论已达上限，请明天再来');
  const state = (await isHeld(ctx, text)) ? 'held' : 'shown';
  const row = await inTransaction(ctx, async (tx) => {
    const answered = input.answers === 0 ? null : await lockAnswered(tx, input);
    const made = await insertComment(tx.db, {
      ...{ subject_kind: input.kind, subject_id: input.id, writer_id, text, state, key: input.key, created_at: tx.app.clock.now() },
      root_id: answered ? (answered.root_id ?? answered.id) : null,
      // an answer to the comment itself needs no name: it stands right below
      ...(answered?.root_id ? { answers_id: answered.id, answers_user_id: answered.writer_id } : {}),
    });
    // another request with the same key was faster
    if (!made) return (await findByKey(tx.db, writer_id, input.key)) as CommentRecord;
    if (state === 'held') await openReview(tx, { type: COMMENT, target_id: made.id });
    else await appear(tx, made, work);
    return made;
  });
  return written(ctx, row, work);
}

/** @throws AppError code 1 */
function readText(given: string): string {
  const text = plainText(given);
  if (text === '') throw invalid({ text: '请输入评论内容' });
  if ([...text].length > COMMENT_MAX) throw invalid({ text: `评论最多 ${COMMENT_MAX} 个字` });
  return text;
}

/** Whether staff look at it before everybody does. */
const isHeld = async (ctx: Ctx, text: string): Promise<boolean> =>
  (await getSetting(ctx, commentReviewMode)) === 'hold' || wordIn(text, await getSetting(ctx, commentWords)) !== null;

/**
 * Its writer sets a comment right, for a quarter of an hour: later others have answered what it said. What is held by its new words goes out of
 * sight until staff looked. Locks as `takeBack`. @throws AppError 404 for those of others; code 1; 409 when it is too late
 */
export async function editComment(ctx: Ctx, { id, text: given }: { id: number; text: string }): Promise<WrittenComment> {
  const writer_id = requireUser(ctx);
  const [seen] = await findComments(ctx.db, [id]);
  if (seen?.writer_id !== writer_id) throw notFound(GONE);
  const text = readText(given);
  const work = await commentedWork(ctx, { kind: seen.subject_kind, id: seen.subject_id });
  const held = await isHeld(ctx, text);
  const row = await inTransaction(ctx, async (tx) => {
    const before = await lockRow(tx, id);
    if (before?.state !== 'shown' && before?.state !== 'held') throw notFound(GONE);
    if (tx.app.clock.now().getTime() - before.created_at.getTime() > COMMENT_EDIT_S * 1000) throw conflict('发表超过 15 分钟，不能再修改');
    const state = held ? 'held' : before.state;
    if (state === before.state) {
      await setState(tx.db, id, { state, text });
      await emit(tx, 'comment.changed', { kind: before.subject_kind, id: before.subject_id });
    } else await vanish(tx, before, { state, text });
    // who is looking at the words of before decides on nothing
    if (state === 'held') await openReview(tx, { type: COMMENT, target_id: id });
    return { ...before, state, text };
  });
  return written(ctx, row, work);
}

async function written(ctx: Ctx, row: CommentRecord, work: CommentedWork): Promise<WrittenComment> {
  if (row.state !== 'shown' && row.state !== 'held') throw notFound(GONE);
  const [comment] = await commentRows(ctx, [row], work.publisher_id);
  if (!comment) throw notFound(GONE);
  return { state: row.state, comment };
}

/** The comment that is answered, and the one that both stand below, locked. */
async function lockAnswered(tx: TxCtx, { kind, id, answers }: CommentInput): Promise<CommentRecord> {
  const [seen] = await findComments(tx.db, [answers]);
  const root = seen?.root_id ? await lockComment(tx.db, seen.root_id) : null;
  const row = seen && (await lockComment(tx.db, answers));
  const right = row?.subject_kind === kind && row.subject_id === id && row.state === 'shown' && !row.aside;
  if (!right || root?.state === 'hidden') throw notFound(GONE);
  return row;
}

/**
 * A comment comes into sight: numbers, the page, and those who are to be notified. The caller holds it, or has just made it. Without its work no
 * one is notified; it is counted all the same, as it is when it goes.
 */
export async function appear(tx: TxCtx, row: CommentRecord, work: CommentedWork | null): Promise<void> {
  await countShown(tx.db, row, 1);
  await emit(tx, 'comment.changed', { kind: row.subject_kind, id: row.subject_id });
  if (!work) return;
  const href = hrefOf(work, row.id);
  const signs = [...row.text];
  const content = signs.length > NOTICE_TEXT_MAX ? `${signs.slice(0, NOTICE_TEXT_MAX).join('')}…` : row.text;
  const answered_id =
    row.answers_user_id ?? (row.root_id === null ? null : ((await findComments(tx.db, [row.root_id]))[0]?.writer_id ?? null));
  const about = { topic: 'comment', key: `comment:${row.id}`, content, href, item_id: work.id } as const;
  if (answered_id !== null && answered_id !== row.writer_id) {
    await sendNotices(tx, [answered_id], { ...about, title: `有人回复了您在《${work.title}》的评论` });
  }
  if (work.publisher_id !== row.writer_id && work.publisher_id !== answered_id) {
    await sendNotices(tx, [work.publisher_id], { ...about, title: `您的${work.kind.noun}《${work.title}》有新评论` });
  }
  if (row.root_id === null) return;
  const talkers = await findTalkers(tx.db, { root_id: row.root_id, before_id: row.id, most: TALKERS_TOLD });
  const others = talkers.filter((id) => id !== row.writer_id && id !== answered_id && id !== work.publisher_id);
  if (others.length > 0) await sendNotices(tx, others, { ...about, title: `您参与的《${work.title}》讨论有新回复` });
}

/** A comment goes out of sight; its replies stay. The caller holds it. */
export async function vanish(tx: TxCtx, row: CommentRecord, change: Parameters<typeof setState>[2]): Promise<void> {
  await setState(tx.db, row.id, change);
  if (row.state === 'shown') {
    await countShown(tx.db, row, -1);
    await emit(tx, 'comment.changed', { kind: row.subject_kind, id: row.subject_id });
  }
}

/**
 * The author of a work hides what others say below it, for a reason that the writer reads, or without one shows it again. Idempotent. Locks
 * as `takeBack`. @throws AppError 404 for who is not the author
 */
export async function setAside(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<CommentRow> {
  const author_id = requireUser(ctx);
  const row = await inTransaction(ctx, async (tx) => {
    const before = await lockRow(tx, id);
    const work = before?.state === 'shown' && before.writer_id !== author_id ? await workOf(tx, before) : null;
    if (!before || work?.publisher_id !== author_id) throw notFound(GONE);
    const aside = reason !== '';
    if (aside === before.aside) return before;
    await setState(tx.db, id, { state: 'shown', aside, reason });
    await emit(tx, 'comment.changed', { kind: before.subject_kind, id: work.id });
    const told = { key: `comment:${id}:aside`, title: `作者隐藏了您在《${work.title}》的评论`, href: hrefOf(work, id) };
    const content = `原因：${reason}。评论内容：${[...before.text].slice(0, 60).join('')}`;
    if (aside) await sendNotices(tx, [before.writer_id], { topic: 'comment', ...told, content, item_id: work.id });
    return { ...before, aside };
  });
  return (await commentRows(ctx, [row], author_id))[0] as CommentRow;
}

const hrefOf = (work: CommentedWork, id: number) => `${paths.detail(work.kind, work.id)}#${commentAnchor(id)}`;

/** Its writer takes a comment back. Idempotent. @throws AppError 404 for those of others */
export async function deleteComment(ctx: Ctx, id: number): Promise<void> {
  const writer_id = requireUser(ctx);
  await inTransaction(ctx, (tx) => takeBack(tx, id, writer_id));
}

/** The same inside a transaction: the words go, too. */
export async function takeBack(tx: TxCtx, id: number, writer_id: number): Promise<void> {
  const row = await lockRow(tx, id);
  if (row?.writer_id !== writer_id) throw notFound(GONE);
  if (row.state === 'deleted') return;
  await vanish(tx, row, { state: 'deleted', text: '' });
  await withdrawReview(tx, { type: COMMENT, target_id: id });
}

/** A comment under lock, after the one that it stands below: every writer takes them in this order. */
export async function lockRow(tx: TxCtx, id: number): Promise<CommentRecord | null> {
  const [seen] = await findComments(tx.db, [id]);
  if (seen?.root_id) await lockComment(tx.db, seen.root_id);
  return lockComment(tx.db, id);
}

/** Likes a shown comment or takes that back; twice the same is once. @returns how many like it. @throws AppError 404 */
export async function likeComment(ctx: Ctx, id: number, on: boolean): Promise<number> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockComment(tx.db, id);
    if (row?.state !== 'shown') throw notFound(GONE);
    const changed = on ? await insertLike(tx.db, id, user_id, tx.app.clock.now()) : await deleteLike(tx.db, id, user_id);
    if (!changed) return row.like_num;
    await emit(tx, 'comment.changed', { kind: row.subject_kind, id: row.subject_id });
    return addLikes(tx.db, id, on ? 1 : -1);
  });
}

/** A reader says that something is wrong with a comment; staff look at it. Once a person. @throws AppError 404, 409 */
export async function reportComment(ctx: Ctx, id: number, given: string): Promise<void> {
  const user_id = requireUser(ctx);
  const reason = plainText(given);
  if (reason === '') throw invalid({ reason: '请填写举报的原因' });
  await inTransaction(ctx, async (tx) => {
    const row = await lockRow(tx, id);
    if (row?.state !== 'shown') throw notFound(GONE);
    if (row.writer_id === user_id) throw conflict('这是您自己的评论');
    if (!(await insertReport(tx.db, { comment_id: id, user_id, reason, created_at: tx.app.clock.now() }))) {
      throw conflict('您已举报过，我们会尽快处理');
    }
    await openReview(tx, { type: COMMENT, target_id: id, score: 1 });
  });
}

/** Whether the work of a comment still stands; null when it is gone, so that a decision about the comment needs no work. */
export async function workOf(ctx: Ctx, row: CommentRecord): Promise<CommentedWork | null> {
  try {
    return await commentedWork(ctx, { kind: row.subject_kind, id: row.subject_id });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
