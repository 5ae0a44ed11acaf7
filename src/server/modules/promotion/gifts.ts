import { type Gift, isQrGift } from '#contract/promotion.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { findGifts, findNewReader, insertNewReader, markGiftsTaken, replaceGifts } from './repo.ts';

const OWN_PATH = /^\/(?![/\\])/;

/** Every new account is a new reader. In the transaction that makes it. */
export async function noteNewReader(tx: TxCtx, user_id: number): Promise<void> {
  await insertNewReader(tx.db, user_id, tx.app.clock.now());
}

/** Whether this account still has to see the gifts (`issendbage` is 0): there are some, it is new, and they were not closed. */
export async function giftWaits(ctx: Ctx, user_id: number): Promise<boolean> {
  return (await findNewReader(ctx.db, user_id))?.waits ?? false;
}

/** The gifts of new accounts, in their order. */
export function shownGifts(ctx: Ctx): Promise<Gift[]> {
  return findGifts(ctx.db);
}

/** The caller closed the gifts: they do not come again, in no tab. Once or often is the same. */
export async function takeGifts(ctx: Ctx): Promise<void> {
  await markGiftsTaken(ctx.db, requireUser(ctx), ctx.app.clock.now());
}

/** For staff. @throws AppError 403 */
export async function listGifts(ctx: Ctx): Promise<Gift[]> {
  requireVerb(ctx, 'banner.edit');
  return findGifts(ctx.db);
}

/** Sets all gifts; none: nothing comes up. Jobs (seed) may too. @throws AppError 403, code 1 with the wrong fields */
export async function saveGifts(ctx: Ctx, gifts: readonly Gift[]): Promise<void> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'banner.edit');
  const wrong = gifts.findIndex(({ type, target }) => !isQrGift(type) && !OWN_PATH.test(target));
  if (wrong >= 0) throw invalid({ gifts: `第 ${wrong + 1} 项：请填写本站的路径，以 / 开头` });
  await inTransaction(ctx, async (tx) => {
    await replaceGifts(tx.db, gifts);
    if (staff_id !== null) await recordAudit(tx, 'gift.save', 'gifts', { names: gifts.map(({ name }) => name) });
  });
}
