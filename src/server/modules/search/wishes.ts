import { type Ctx, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { normalise } from './normalise.ts';
import { closeWish, countWishes, insertWish, updateOpenWish } from './pins.repo.ts';

/** Wishes of a user in 24 hours. */
const A_DAY = 5;
const DAY_MS = 86_400_000;

/**
 * Keeps what the signed-in user looked for and did not find; staff read it in the console. The same keyword again while it waits changes what
 * was written, so a second press makes no second wish. @throws AppError code 1 beyond five a day
 */
export async function leaveWish(ctx: Ctx, wish: { keyword: string; content: string }): Promise<void> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const keyword = normalise(wish.keyword);
  if (await updateOpenWish(ctx.db, user_id, keyword, wish.content)) return;
  if ((await countWishes(ctx.db, user_id, new Date(now.getTime() - DAY_MS))) >= A_DAY) {
    throw invalid({ content: '今天登记得很多了，明天再来吧' });
  }
  await insertWish(ctx.db, { user_id, keyword, content: wish.content, created_at: now });
}

/** Staff have seen to a wish; `reason` says how. @returns whose it was, and for what. @throws AppError 403 for others, 409 when it was seen to already or is not there */
export async function answerWish(tx: TxCtx, wish_id: number, reason: string): Promise<{ user_id: number; keyword: string }> {
  const user_id = requireVerb(tx, 'wish.answer');
  const wish = await closeWish(tx.db, wish_id, user_id, tx.app.clock.now());
  if (!wish) throw conflict('这条需求已经处理过了');
  await recordAudit(tx, 'wish.answer', `wish:${wish_id}`, { reason });
  return wish;
}
