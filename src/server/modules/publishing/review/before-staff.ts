import type { TxCtx } from '../../../app/ctx.ts';
import { openReview, reviewOf, withdrawReview } from '../../review/index.ts';
import { getSetting } from '../../settings/index.ts';
import { workReviewMode } from '../settings.ts';

/** `reviewables.type` of works. */
export const WORK = 'work';

/**
 * Whether the item goes before a reviewer on its way to the site: where all works do, and wherever staff or the readers' reports had
 * the last word against it. Taking it back and submitting again does not lead around them.
 */
export async function needsReviewer(tx: TxCtx, item_id: number): Promise<boolean> {
  if ((await getSetting(tx, workReviewMode)) === 'hold') return true;
  const last = await reviewOf(tx, { type: WORK, target_id: item_id });
  return last?.status === 'rejected' || last?.status === 'withdrawn';
}

/** Puts the locked item into the reviewers' queue, or notifies them that it changed. */
export async function askReviewer(tx: TxCtx, item_id: number): Promise<void> {
  await openReview(tx, { type: WORK, target_id: item_id });
}

/** Takes the locked item out of the queue. */
export async function leaveQueue(tx: TxCtx, item_id: number): Promise<void> {
  await withdrawReview(tx, { type: WORK, target_id: item_id });
}
