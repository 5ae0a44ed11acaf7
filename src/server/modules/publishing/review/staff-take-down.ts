import type { TxCtx } from '../../../app/ctx.ts';
import { type Item, setItemStatus } from '../../catalog/index.ts';
import { reviewOf, settleReview } from '../../review/index.ts';
import { copiesAfterCommit } from '../drafts/public-copies.ts';
import { WORK } from './before-staff.ts';

/**
 * Takes a locked item off the site against its publisher's will, with a reason that the publisher reads. It comes back only through a
 * reviewer; buyers keep their right. @returns whether readers saw it until now
 */
export async function takeDownByStaff(tx: TxCtx, item: Item, reason: string): Promise<boolean> {
  await setItemStatus(tx, item.id, ['published', 'reviewing', 'taken_down'], 'taken_down', { reject_reason: reason });
  await settleReview(tx, { type: WORK, target_id: item.id, status: 'rejected', reason });
  copiesAfterCommit(tx, item.id);
  return item.status === 'published';
}

/** Puts a locked item back that was hidden without cause, at its old date. False: it is not hidden any more. */
export async function showAgain(tx: TxCtx, item: Item): Promise<boolean> {
  if ((await reviewOf(tx, { type: WORK, target_id: item.id }))?.status !== 'rejected') return false;
  const at = item.published_at ? { published_at: item.published_at } : {};
  if (!(await setItemStatus(tx, item.id, ['taken_down'], 'published', { reject_reason: '', ...at }))) return false;
  await settleReview(tx, { type: WORK, target_id: item.id, status: 'approved' });
  copiesAfterCommit(tx, item.id);
  return true;
}
