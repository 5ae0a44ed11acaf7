import type { TxCtx } from '../../app/ctx.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { withdrawReview } from '../review/index.ts';
import { REQUEST, tellPlanners } from './ask-request.ts';
import { moveRequest } from './move-request.ts';
import { blankOf, findAsked, lockRequest } from './repo.ts';

/** Ends the open requests of somebody whose account ends, and empties what they wrote. What planners said stays theirs. Idempotent. */
export async function forgetRequests(ctx: Ctx, user_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { rows } = await findAsked(tx.db, user_id, 0, 10_000);
    for (const { id, state } of rows) if (['review', 'open', 'talking'].includes(state)) await end(tx, id);
    await blankOf(tx.db, user_id);
  });
}

async function end(tx: TxCtx, id: number): Promise<void> {
  const row = await lockRequest(tx.db, id);
  if (!row) return;
  const moved = await moveRequest(tx, row, { to: 'closed', by: null, why: '发布者已注销' });
  await withdrawReview(tx, { type: REQUEST, target_id: id });
  await tellPlanners(tx, moved, { key: 'closed', text: '求单已关闭', why: '发布者已注销', by: null });
}
