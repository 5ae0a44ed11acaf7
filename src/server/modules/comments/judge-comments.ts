import { COMMENT_STATES, REPORT_REASONS } from '#contract/comment.ts';
import type { ReviewSubject } from '#contract/review.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { itemsById } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { type Reviewable, settleReview } from '../review/index.ts';
import { GONE } from './read-comments.ts';
import { addLikes, deleteLike, findComments, findLikedBy, findReports, findStanding, lockComment, setState } from './repo.ts';
import { appear, COMMENT, lockRow, takeBack, vanish, workOf } from './write-comment.ts';

/** Comments that wait for staff: held ones, and those that readers reported. */
export const commentReview: Reviewable = {
  type: COMMENT,
  title: '评论',
  roles: ['reviewer', 'operator'],
  load,
  lock: lockRow,
  owners: async (tx, id) => [(await lockRow(tx, id))?.writer_id],
  subject: (id) => `comment:${id}`,
  actions: [
    { name: 'approve', text: '通过', needs_reason: false, leads_to: 'approved', run: (tx, { target_id }) => approve(tx, target_id) },
    {
      name: 'hide',
      text: '隐藏评论',
      needs_reason: true,
      reason_label: '隐藏的原因',
      reasons: REPORT_REASONS,
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => hide(tx, target_id, reason),
    },
  ],
};

async function approve(tx: TxCtx, id: number): Promise<void> {
  const row = await lockRow(tx, id);
  if (!row) throw notFound(GONE);
  // a reported one goes on as it is
  if (row.state !== 'held') return;
  await setState(tx.db, id, { state: 'shown' });
  await appear(tx, { ...row, state: 'shown' }, await workOf(tx, row));
}

async function hide(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await lockRow(tx, id);
  if (!row || row.state === 'deleted') throw notFound(GONE);
  if (row.state === 'hidden') throw conflict('这条评论已经隐藏');
  await vanish(tx, row, { state: 'hidden', reason });
  await sendNotices(tx, [row.writer_id], {
    ...{ topic: 'comment', key: `comment:${id}:hidden`, title: '您的一条评论已被隐藏' },
    content: `原因：${reason}。评论内容：${[...row.text].slice(0, 60).join('')}`,
  });
}

/** Staff take a comment out of sight with a reason that its writer reads, whatever the desk says of it. Audited. @throws AppError 403, 404, 409 */
export async function hideComment(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'comment.judge');
  await hide(tx, id, reason);
  await settleReview(tx, { type: COMMENT, target_id: id, status: 'rejected', reason });
  await recordAudit(tx, 'comment.hide', `comment:${id}`, { reason });
}

/** Staff put a hidden or held comment back into sight. Audited. @throws AppError 403, 404, 409 for what is shown or deleted */
export async function showComment(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'comment.judge');
  const row = await lockRow(tx, id);
  if (!row || row.state === 'deleted') throw notFound(GONE);
  if (row.state === 'shown') throw conflict('这条评论正在显示');
  await setState(tx.db, id, { state: 'shown', reason: '' });
  const work = await workOf(tx, row);
  if (!work) throw conflict('评论所在的内容已下架');
  await appear(tx, { ...row, state: 'shown' }, work);
  await settleReview(tx, { type: COMMENT, target_id: id, status: 'approved', reason });
  await recordAudit(tx, 'comment.show', `comment:${id}`, { reason });
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findComments(ctx.db, ids);
  const reports = await findReports(ctx.db, ids);
  const people = await publicUsers(
    ctx,
    rows.map(({ writer_id }) => writer_id),
  );
  const works = await itemsById(
    ctx,
    rows.map(({ subject_id }) => subject_id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: [...row.text].slice(0, 60).join('') || '（已删除）',
        byline: people.get(row.writer_id).nickname,
        cover_src: '',
        note: COMMENT_STATES[row.state],
        facts: [
          { label: '评论', value: row.text || '（已删除）' },
          { label: '所在内容', value: works.get(row.subject_id)?.title ?? `编号 ${row.subject_id}` },
          ...reports.filter(({ comment_id }) => comment_id === row.id).map(({ reason }, i) => ({ label: `举报 ${i + 1}`, value: reason })),
        ],
        has_pages: false,
      },
    ]),
  );
}

/** Takes back what somebody wrote and liked, whose account ends. Idempotent. */
export async function forgetComments(ctx: Ctx, user_id: number): Promise<void> {
  const standing = await inTransaction(ctx, (tx) => findStanding(tx.db, user_id));
  // one a transaction: each locks the comment that it stands below
  for (const id of standing) await inTransaction(ctx, (tx) => takeBack(tx, id, user_id));
  const liked = await inTransaction(ctx, (tx) => findLikedBy(tx.db, user_id));
  for (const id of liked) {
    await inTransaction(ctx, async (tx) => {
      await lockComment(tx.db, id);
      if (await deleteLike(tx.db, id, user_id)) await addLikes(tx.db, id, -1);
    });
  }
}
