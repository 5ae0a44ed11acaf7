import type { ReviewRevealed } from '#contract/review.ts';
import { type Ctx, inTransaction, requireStaff, requireVerb } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { findReview } from './repo.ts';
import { findReviewable, refuseData } from './reviewable.ts';

/**
 * What the queue masks of an open row, whole, and its papers: each time with an audit row that says why.
 * @throws AppError 403, also where it is of staff and the actor gives no roles; 404 when it is decided or nothing of it is masked
 */
export async function revealReview(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<ReviewRevealed> {
  requireVerb(ctx, 'review.decide');
  const row = await findReview(ctx.db, id);
  const reviewable = row && findReviewable(row.type);
  if (!reviewable) throw notFound('这一项不存在，请刷新队列');
  requireStaff(ctx, ...reviewable.roles);
  const { reveal } = reviewable;
  if (row.status !== 'open' || !reveal) throw notFound('这一项不在审核队列中');
  return inTransaction(ctx, async (tx) => {
    await refuseData(tx, await reveal.of(tx, row.target_id));
    await recordAudit(tx, 'review.reveal', reviewable.subject(row.target_id), { reason });
    return reveal.show(tx, row.target_id);
  });
}
