import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { sendNotices } from '../notices/index.ts';
import { balances } from '../wallet/index.ts';
import { grantPoints } from './grant-points.ts';
import { spendPoints } from './spend-points.ts';

/**
 * Staff give points (positive) or take them (negative), with a reason that the audit log keeps and their owner reads. The same key acts once.
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
    if (!fresh) return;
    await recordAudit(tx, points > 0 ? 'points.give' : 'points.take', `user:${user_id}`, { points, reason });
    await sendNotices(tx, [user_id], {
      ...{ topic: 'points', key: `points:${key}`, href: '/integral/integralDetails' },
      title: points > 0 ? `客服为您补发了 ${points} 积分` : `客服扣除了 ${-points} 积分`,
      content: `原因：${reason}`,
    });
  });
  return { points: (await balances(ctx, user_id)).point };
}
