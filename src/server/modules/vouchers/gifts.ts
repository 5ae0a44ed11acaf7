import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { conflict } from '../../kernel/errors.ts';
import { tracesOf } from '../identity/index.ts';
import { deleteGiftUse, findBarred, insertGiftUse } from './gifts.repo.ts';

/** Said of a gift that another account of the same browser or phone has used. */
export const GIFT_USED_TEXT = '同一设备或手机号的其他账号已用过这种赠券，每台设备、每个手机号限一个账号使用';

/** Of what this person has those gifts that another account of theirs used: a browser and a phone use a gift as one account. */
export async function barredGifts(ctx: Ctx, user_id: number, of: ReadonlyArray<{ definition_id: number | null }>): Promise<Set<number>> {
  const ids = [...new Set(of.flatMap(({ definition_id }) => definition_id ?? []))];
  return ids.length === 0 ? new Set() : findBarred(ctx.db, user_id, ids, await tracesOf(ctx, user_id));
}

/**
 * Notes that this account uses a gift; what is no gift (by staff, by code) leaves nothing. Of two accounts of one browser at once one does.
 * @throws AppError 409
 */
export async function markGift(tx: TxCtx, use: { definition_id: number | null; user_id: number; coupon_id: number | null }): Promise<void> {
  const { definition_id, user_id, coupon_id } = use;
  if (definition_id === null) return;
  const traces = await tracesOf(tx, user_id);
  const row = { definition_id, user_id, coupon_id, used_at: tx.app.clock.now() };
  if (!(await insertGiftUse(tx.db, row, traces))) throw conflict(GIFT_USED_TEXT);
}

/** A held coupon that is free again was not used. */
export async function unmarkGift(tx: TxCtx, coupon_id: number): Promise<void> {
  await deleteGiftUse(tx.db, coupon_id);
}
