import type { AccessRight } from '#contract/item.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { decideToGive, isMember, takeContent, unlockAsMember } from '../access/index.ts';
import { addToItemCounter, type Item } from '../catalog/index.ts';
import { takeDaily } from '../membership/index.ts';
import { captchaWanted, opens } from './download-state.ts';
import { hasDownloadDay, insertDownloadDay, insertReceipt, lockGrantsOf } from './repo.ts';
import { isCounted } from './rules.ts';

/** What a grant may take. */
interface Taking {
  limit: number;
  captcha_passed: boolean;
  once_a_day?: boolean;
}

/** Rolls the transaction back when the day's quota is used up. */
export class QuotaUsedUp extends Error {}

/**
 * Takes what the right needs and writes the receipt. False: meanwhile so many links were granted that a captcha is wanted. Locks the grants
 * of the user. @throws QuotaUsedUp, AppError 403
 */
export async function takeRight(tx: TxCtx, item: Item, user_id: number, taking: Taking): Promise<boolean> {
  await lockGrantsOf(tx.db, user_id);
  const created_at = tx.app.clock.now();
  const again = taking.once_a_day === true && (await hadToday(tx, item.id, user_id));
  const right = await rightNow(tx, item, user_id);
  if (again) return true;
  if (!taking.captcha_passed && (await captchaWanted(tx, user_id, { allowed: true, right }))) return false;
  const first_today = await insertDownloadDay(tx.db, { user_id, item_id: item.id, day: shanghaiDay(created_at), created_at });
  if (first_today && isCounted({ allowed: true, right }, false)) {
    const is_left = await takeDaily(tx, { user_id, name: 'free_download', limit: taking.limit, at: created_at });
    // beyond the day's free ones a membership is used
    if (!is_left && !((await isMember(tx, item, user_id)) && (await takeContent(tx, item, user_id)))) throw new QuotaUsedUp();
  }
  const address = tx.actor.kind === 'user' ? tx.actor.address : '';
  await insertReceipt(tx.db, { user_id, item_id: item.id, right, address, created_at });
  // last: other users' downloads of the same item wait for this row
  if (first_today) await addToItemCounter(tx, item.id, 'download_num', 1);
  return true;
}

/** Whether the user downloaded the item on this Shanghai day. */
export const hadToday = (ctx: Ctx, item_id: number, user_id: number) =>
  hasDownloadDay(ctx.db, { user_id, item_id, day: shanghaiDay(ctx.app.clock.now()) });

/** The right at this moment, taking a member's unlock if that is what opens it. */
async function rightNow(tx: TxCtx, item: Item, user_id: number): Promise<AccessRight> {
  const access = await decideToGive(tx, item, user_id, 'file');
  if (access.allowed) return access.right;
  if (opens(access) && (await unlockAsMember(tx, item, user_id))) return 'member';
  throw noRight(access.reason, access);
}

export function noRight(reason: string, access: unknown): AppError {
  return new AppError(reason, { status: 403, data: { access } });
}
