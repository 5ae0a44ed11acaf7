import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { closeRow, findReviewOf, type ReviewRow, type Target, upsertClosed, upsertOpen } from './repo.ts';

/**
 * Opens a review of a target; a second call reopens the same row with a new version, so that a decision on the old one conflicts. The
 * caller has locked the target.
 */
export async function openReview(
  tx: TxCtx,
  target: Target & { score?: number; detail?: Record<string, unknown> },
): Promise<{ id: number; version: number }> {
  const { type, target_id, score = 0, detail = {} } = target;
  return upsertOpen(tx.db, { type, target_id, score, detail, now: tx.app.clock.now() });
}

/** Withdraws an open review; no-op without one. The caller has locked the target. */
export async function withdrawReview(tx: TxCtx, target: Target): Promise<void> {
  const row = await findReviewOf(tx.db, target);
  if (row?.status !== 'open') return;
  await closeRow(tx.db, row.id, row.version, { status: 'withdrawn', reason: '', decided_by: null, now: tx.app.clock.now() });
}

/** Records an end that came from elsewhere (another review of the same thing, a rule). The caller has locked the target. */
export async function settleReview(
  tx: TxCtx,
  target: Target & { status: 'approved' | 'rejected'; reason?: string; detail?: Record<string, unknown> },
): Promise<void> {
  await upsertClosed(tx.db, { ...target, reason: target.reason ?? '', now: tx.app.clock.now() });
}

/** How the review of a target stands; null: there never was one. */
export async function reviewOf(
  ctx: Ctx,
  target: Target,
): Promise<Pick<ReviewRow, 'status' | 'score' | 'detail' | 'version' | 'reason' | 'decided_at'> | null> {
  return findReviewOf(ctx.db, target);
}
