import { POINT_FEN } from '#contract/staff-bounds.ts';
import { type Ctx, inTransaction, requireUser, requireVerb } from '../../app/ctx.ts';
import { otherWish } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import { sendNotices } from '../notices/index.ts';
import { balances, balancesOf } from '../wallet/index.ts';
import { findMoved, sumLots } from './repo.ts';
import { grantPoints, spendPoints } from './spend-points.ts';

interface PointsChange {
  user_id: number;
  points: number;
  reason: string;
  key: string;
}

const changeAct = defineStaffAct<PointsChange, { points: number }>({
  name: 'points.change',
  title: '补发与扣除积分',
  verb: 'points.give',
  concerns: (_ctx, { user_id }) => [user_id],
  // asked again with its key, nothing moves
  value: async (ctx, input) => ((await isDone(ctx, input)) ? 0 : Math.abs(input.points) * POINT_FEN),
  about: (_ctx, { user_id, points, reason }) => `${points > 0 ? '补发' : '扣除'}用户 ${user_id} 的 ${Math.abs(points)} 积分（${reason}）`,
  run: writeChange,
});

const keyOf = (ctx: Ctx, key: string) => `staff:${requireUser(ctx)}:${key}`;

/** Whether this change was made. @throws AppError 409 where its key made another one */
async function isDone(ctx: Ctx, { user_id, points, key }: PointsChange): Promise<boolean> {
  const moved = await findMoved(ctx.db, keyOf(ctx, key));
  if (moved.some((one) => one.user_id !== user_id || one.points !== points)) throw otherWish();
  return moved.length > 0;
}

/**
 * Staff give points (positive) or take them (negative), with a reason that the audit log keeps and their owner reads. The same key acts once.
 * @returns what the user has then
 * @throws AppError 积分不足 when more is taken than there is, 409 where the key came with another change, and as `performAct`
 */
export function changePoints(ctx: Ctx, input: PointsChange): Promise<{ points: number }> {
  return performAct(ctx, changeAct, input);
}

async function writeChange(ctx: Ctx, input: PointsChange): Promise<{ points: number }> {
  requireVerb(ctx, 'points.give');
  const { user_id, points, reason } = input;
  const key = keyOf(ctx, input.key);
  await inTransaction(ctx, async (tx) => {
    const fresh =
      points > 0
        ? (await grantPoints(tx, { user_id, points, reason: 'staff_give', key })).granted
        : (await spendPoints(tx, { user_id, points: -points, reason: 'staff_take', key })).spent;
    // another request with this key made the same change, or this one is taken back
    await isDone(tx, input);
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

/**
 * Proves points from their rows: what is left of a person's lots equals the ledger's account, and every point that left a lot has a use
 * that says so. Reads everything; for the nightly look, the command line and tests.
 */
export async function provePoints(ctx: Ctx): Promise<Array<{ fault: string; subject: string }>> {
  const lots = await sumLots(ctx.db);
  const ledger = await balancesOf(ctx, 'point');
  const faults = lots
    .filter(({ uses_fault }) => uses_fault !== 0)
    .map(({ user_id, uses_fault }) => ({ fault: 'points left a lot without a use', subject: `user ${user_id}: ${uses_fault}` }));
  const held = new Map(lots.map(({ user_id, lots: points }) => [user_id, points]));
  for (const user_id of new Set([...held.keys(), ...ledger.keys()])) {
    const [in_lots, in_ledger] = [held.get(user_id) ?? 0, ledger.get(user_id) ?? 0];
    if (in_lots !== in_ledger) faults.push({ fault: 'lots differ from the ledger', subject: `user ${user_id}: ${in_lots} / ${in_ledger}` });
  }
  return faults;
}
