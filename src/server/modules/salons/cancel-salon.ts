import type { SalonAct, SavedSalon } from '#contract/salon.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { wakeJob } from '../../app/wake-job.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { getItem } from '../catalog/index.ts';
import { isHiddenUndecided, type WhyNotAgain } from '../publishing/index.ts';
import { moveSalon } from './move-salon.ts';
import { findKinds, findSalon, lockSalonRow, type SalonRow, writeSalon } from './repo.ts';
import { actsOf } from './rules.ts';
import { salonPosts } from './save-salon.ts';
import { passOn } from './seats.ts';
import { tellComers, tellGuests, tellOrganiser } from './tell.ts';
import { endWaitingLists } from './waiting.ts';

/** Gives the money of cancelled salons back. */
export const REFUND_JOB = 'salons.refund';

/**
 * What its organiser does with an own salon: cancels it with a reason, when all tickets are refunded whole, or takes it back from the desk.
 * @throws AppError 404; 409 where its state does not allow it; code 1 without a reason to cancel
 */
export async function actOnSalon(ctx: Ctx, { id, act, why }: { id: number; act: SalonAct; why: string }): Promise<SavedSalon> {
  const owner_id = requireUser(ctx);
  const reason = plainText(why);
  if (act === 'cancel' && reason === '') throw invalid({ why: '请填写取消的原因，已报名的人会看到' });
  return inTransaction(ctx, async (tx) => {
    const row = await salonPosts.lockOwn(tx, owner_id, id);
    if (!actsOf(row).includes(act)) throw conflict('当前状态不能这样操作，请刷新页面');
    if (act === 'cancel') await cancelLocked(tx, row, reason);
    else await salonPosts.takeBack(tx, row);
    return salonPosts.saved((await lockSalonRow(tx.db, id)) as SalonRow);
  });
}

/** Cancels a salon whose row the caller holds: nothing is sold any more, guests and who waits are notified, a job closes what is not paid and refunds every ticket whole. */
export async function cancelLocked(tx: TxCtx, row: SalonRow, reason: string): Promise<void> {
  await moveSalon(tx, row.item_id, 'cancelled');
  await writeSalon(tx.db, row.item_id, { submitted: null, cancel_reason: reason });
  await salonPosts.leaveDesk(tx, row.item_id);
  await tellGuests(tx, row, 'cancelled', `已取消，票款将全额退回。原因：${reason}`);
  // who waits is notified with the end of the lists
  await tellComers(tx, row, 'cancelled', { ordering: `已取消，您还没有支付的订单随之关闭，请不要再付款。原因：${reason}`, waiting: '' });
  await endWaitingLists(tx, row, `已取消，您的候补也随之结束。原因：${reason}`);
  tx.afterCommit(() => wakeJob(tx.app, REFUND_JOB));
}

/** Staff cancel a salon with a reason that organiser and guests read. @throws AppError 403, 404, 409 */
export async function cancelByStaff(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'salon.edit');
  const row = await lockSalonRow(tx.db, id);
  if (row?.state !== 'open') throw conflict('只有报名中的沙龙可以取消');
  await cancelLocked(tx, row, reason);
  await tellOrganiser(tx, row, 'cancelled', reason);
  await recordAudit(tx, 'salon.cancel', `salon:${id}`, { reason });
}

/**
 * Follows an item that was taken off the site: what people decided cancels the salon, what reports hid only stops its sale (`whyClosed`).
 * One that is back passes on what became free meanwhile. Again changes nothing.
 */
export async function followSalonItem(tx: TxCtx, id: number): Promise<void> {
  const row = await lockSalonRow(tx.db, id);
  const item = row && (await getItem(tx, id));
  if (row?.state !== 'open' || !item) return;
  if (item.status === 'published') {
    const kinds = (await findKinds(tx.db, [id])).get(id) ?? [];
    await passOn(
      tx,
      kinds.map((kind) => kind.id),
    );
  }
  if (item.status !== 'taken_down' || (await isHiddenUndecided(tx, id))) return;
  await cancelLocked(tx, row, item.reject_reason || '内容已下架');
}

/** A cancelled salon never comes back: its guests have their money. */
export const whySalonNotAgain: WhyNotAgain = async (ctx, id) =>
  (await findSalon(ctx.db, id))?.state === 'cancelled' ? '这场沙龙已取消，票款已退回，不能恢复；主办者可以重新发布一场' : null;

/** Throws away an own draft that was never published. @throws AppError 404; 409 for one that is or was on the site */
export async function deleteSalonDraft(ctx: Ctx, id: number): Promise<void> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await salonPosts.lockOwn(tx, owner_id, id);
    if (row.opened_at !== null) throw conflict('发布过的沙龙不能删除，可以取消');
    await salonPosts.drop(tx, row);
  });
}
