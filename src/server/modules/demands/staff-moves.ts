import type { DemandState } from '#contract/demand.ts';
import { requireVerb, type TxCtx, userId } from '../../app/ctx.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { getItem } from '../catalog/index.ts';
import { isHiddenUndecided } from '../publishing/index.ts';
import { moveDemand, tellOwner } from './move-demand.ts';
import { refuseSecondRound } from './opened-tenders.ts';
import { type DemandRow, findMoves, lockDemandRow, writeDemand } from './repo.ts';
import { demandPosts } from './save-demand.ts';

/** Staff move a demand with a reason that its owner reads. @throws AppError 403, 404, 409 where its state does not lead there */
export async function moveByStaff(tx: TxCtx, id: number, to: Extract<DemandState, 'closed' | 'open'>, reason: string): Promise<void> {
  requireVerb(tx, 'demand.edit');
  if (to === 'open') await refuseSecondRound(tx.db, id);
  await moveDemand(tx, { id, to, by: userId(tx), by_staff: true, why: reason });
  // closed by the platform it comes back through the desk alone
  await writeDemand(tx.db, id, { reject_reason: to === 'closed' ? reason : '' });
  await demandPosts.leaveDesk(tx, id);
  const row = await lockDemandRow(tx.db, id);
  if (row) await tellOwner(tx, row, to === 'closed' ? 'closed' : 'reopened', reason);
  await recordAudit(tx, `demand.${to}`, `demand:${id}`, { reason });
}

/**
 * Follows an item that was taken off the site or put back by staff, reports or a notice of infringement: the demand is closed, or goes on with the time it had left. What two agreed on is
 * ended by a decision alone: while reports hide it, it goes on unseen. Again changes nothing.
 */
export async function followItem(tx: TxCtx, id: number): Promise<void> {
  const row = await lockDemandRow(tx.db, id);
  const item = row && (await getItem(tx, id));
  if (!item) return;
  const hidden = item.status === 'taken_down' && item.reject_reason !== '';
  const undecided = hidden && (await isHiddenUndecided(tx, id));
  if (hidden && (row.state === 'open' || row.state === 'choosing' || (row.state === 'agreed' && !undecided))) {
    await moveDemand(tx, { id, to: 'closed', by: null, by_staff: true, pauses: undecided, why: item.reject_reason });
    await writeDemand(tx.db, id, { reject_reason: item.reject_reason });
  } else if (hidden && !undecided && row.paused) await writeDemand(tx.db, id, { paused: false });
  if (item.status === 'published' && row.state === 'closed') {
    await moveDemand(tx, { id, ...(await asBefore(tx, row)), by: null, by_staff: true, why: '恢复展示' });
    await writeDemand(tx.db, id, { reject_reason: '' });
  }
}

/** As it was before it was closed, with the rest of its time; what was agreed on has ended, so it opens again. */
async function asBefore(tx: TxCtx, { item_id, closes_at }: DemandRow): Promise<{ to: DemandState; closes_at?: Date | null }> {
  const last = (await findMoves(tx.db, item_id)).at(-1);
  const was = last?.from_state;
  if (!last || !closes_at || (was !== 'open' && was !== 'choosing')) return { to: 'open' };
  const rest_ms = closes_at.getTime() - last.at.getTime();
  return { to: was, closes_at: rest_ms > 0 ? new Date(tx.app.clock.now().getTime() + rest_ms) : closes_at };
}
