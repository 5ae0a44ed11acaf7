import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { type Item, kindOf, moveLockedItem, setItemStatus } from '../../catalog/index.ts';
import { reviewOf, settleReview } from '../../review/index.ts';
import { copiesAfterCommit } from '../drafts/public-copies.ts';
import { WORK } from './before-staff.ts';
import { tellPublisher } from './tell-publisher.ts';
import { whyNotAgain } from './work-review.ts';

/**
 * Takes a locked item off the site against its publisher's will, with a reason that the publisher reads. It comes back only through a
 * reviewer; buyers keep their right. @returns whether readers saw it until now
 */
export function takeDownByStaff(tx: TxCtx, item: Item, reason: string): Promise<boolean> {
  return takeOff(tx, item, reason, true);
}

/** The same before anybody decided: readers do not see it, and what was bought or agreed on goes on. */
export function hideUntilDecided(tx: TxCtx, item: Item, reason: string): Promise<boolean> {
  return takeOff(tx, item, reason, false);
}

/** What readers see, or would see after the desk; a draft stays what it is. */
const TAKEN_OFF_FROM: readonly string[] = ['published', 'reviewing', 'taken_down'];

async function takeOff(tx: TxCtx, item: Item, reason: string, is_decided: boolean): Promise<boolean> {
  if (TAKEN_OFF_FROM.includes(item.status)) await moveLockedItem(tx, item, 'taken_down', { reject_reason: reason });
  const detail = is_decided ? {} : { undecided: true };
  await settleReview(tx, { type: WORK, target_id: item.id, status: 'rejected', reason, detail });
  await tellPublisher(tx, item, is_decided ? 'taken_down' : 'hidden', reason);
  copiesAfterCommit(tx, item.id);
  return item.status === 'published';
}

/** Whether an item that is off the site was only hidden: a decision is pending. */
export async function isHiddenUndecided(ctx: Ctx, item_id: number): Promise<boolean> {
  const last = await reviewOf(ctx, { type: WORK, target_id: item_id });
  return last?.status === 'rejected' && last.detail['undecided'] === true;
}

/** Puts a locked item back that was hidden without cause, at its old date. False: it is not hidden any more, or its kind does not allow it. */
export async function showAgain(tx: TxCtx, item: Item): Promise<boolean> {
  if ((await reviewOf(tx, { type: WORK, target_id: item.id }))?.status !== 'rejected') return false;
  if ((await whyNotAgain(tx, kindOf(item.kind), item.id)) !== null) return false;
  const at = item.published_at ? { published_at: item.published_at } : {};
  if (!(await setItemStatus(tx, item.id, ['taken_down'], 'published', { reject_reason: '', ...at }))) return false;
  await settleReview(tx, { type: WORK, target_id: item.id, status: 'approved', detail: {} });
  await tellPublisher(tx, item, 'shown');
  copiesAfterCommit(tx, item.id);
  return true;
}
