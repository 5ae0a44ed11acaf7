import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { balances } from '../wallet/index.ts';
import { grantPoints } from './grant-points.ts';
import { spendPoints } from './spend-points.ts';

/**
 * Staff give points (positive) or take them (negative), with a reason that the audit log keeps. The same key acts once.
 * @returns what the user has then
 * @throws AppError 403, 积分不足 when more is taken than there is
 */
export async function changePoints(
  ctx: Ctx,
  input: { user_id: number; points: number; reason: string; key: string },
): Promise<{ points: number }> {
  const staff_id = requireVerb(ctx, 'points.give');
  const { user_id, points, reason } = input;
  const key = `staff:${staff_id}:${input.key}`;
  await inTransaction(ctx, async (tx) => {
    const fresh =
      points > 0
        ? (await grantPoints(tx, { user_id, points, reason: 'staff_give', key })).granted
        : (await spendPoints(tx, { user_id, points: -points, reason: 'staff_take', key })).spent;
    if (fresh) await recordAudit(tx, points > 0 ? 'points.give' : 'points.take', `user:${user_id}`, { points, reason });
  });
  return { points: (await balances(ctx, user_id)).point };
}
