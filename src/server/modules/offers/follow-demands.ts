import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { demandOf } from '../demands/index.ts';
import { endWithDemand } from './agreements.ts';
import { followDeadline } from './open-tenders.ts';
import { findOffering } from './repo.ts';
import { tell } from './tell.ts';

/** An open demand was changed: who offered looks again. `at`: names the change, so that each is told once. */
export async function tellEdited(ctx: Ctx, demand_id: number): Promise<void> {
  await followDeadline(ctx, demand_id);
  const demand = await demandOf(ctx.db, demand_id);
  if (!demand) return;
  await inTransaction(ctx, async (tx) =>
    tell(tx, await findOffering(tx.db, demand_id, ['made']), demand, {
      key: `demand:${demand_id}:edited:${Math.floor(tx.app.clock.now().getTime() / 60_000)}`,
      title: '您报过价的需求有修改',
      content: `「${demand.title}」的内容有修改，请看看您的报价是否需要调整。`,
    }),
  );
}

/** A demand ended without an agreement, or is open again: who offered hears of it, and a tender waits for its new deadline. */
export async function followMove(
  ctx: Ctx,
  { demand_id, from, to, why }: { demand_id: number; from: string; to: string; why: string },
): Promise<void> {
  if (from === 'agreed' && to === 'closed') await endWithDemand(ctx, demand_id, why);
  if (to === 'open' || to === 'choosing') return followDeadline(ctx, demand_id);
  if (to !== 'closed' && to !== 'expired') return;
  const demand = await demandOf(ctx.db, demand_id);
  if (!demand) return;
  await inTransaction(ctx, async (tx) =>
    tell(tx, await findOffering(tx.db, demand_id, ['made']), demand, {
      key: `demand:${demand_id}:${to}:${demand.closes_at?.getTime() ?? 0}`,
      title: to === 'closed' ? '您报过价的需求已关闭' : '您报过价的需求已过期',
      content: `「${demand.title}」${to === 'closed' ? `已由发布者关闭，原因：${why}` : '到期没有选定'}。感谢您的报价。`,
    }),
  );
}
