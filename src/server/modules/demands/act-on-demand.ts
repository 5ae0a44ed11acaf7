import { type DemandAct, type DemandState, EXTENSION_DAYS, type SavedDemand } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { updateItem } from '../catalog/index.ts';
import { openReview } from '../review/index.ts';
import { moveDemand } from './move-demand.ts';
import { wasOpened } from './opened-tenders.ts';
import { type DemandRow, insertMove, lockDemandRow, writeDemand } from './repo.ts';
import { actsOf } from './rules.ts';
import { demandPosts } from './save-demand.ts';

const DAY_MS = 86_400_000;

/**
 * What its owner does with an own demand: closes it with a reason, keeps it open longer (once), opens it again, takes it back from the desk.
 * @throws AppError 404; 409 where its state does not allow it; code 1 without a reason to close
 */
export async function actOnDemand(ctx: Ctx, { id, act, why }: { id: number; act: DemandAct; why: string }): Promise<SavedDemand> {
  const owner_id = requireUser(ctx);
  const reason = plainText(why);
  if (act === 'close' && reason === '') throw invalid({ why: '请填写关闭的原因，参与的人会看到' });
  return inTransaction(ctx, async (tx) => {
    const row = await demandPosts.lockOwn(tx, owner_id, id);
    const now = tx.app.clock.now();
    if (!actsOf({ ...row, opened: await wasOpened(tx.db, id) }, now).includes(act)) throw conflict('当前状态不能这样操作，请刷新页面');
    const move = (to: DemandState, text: string) => moveDemand(tx, { id, to, by: owner_id, why: text });
    if (act === 'close') {
      await move('closed', reason);
      await demandPosts.leaveDesk(tx, id);
    }
    if (act === 'reopen') {
      const today = shanghaiDay(now);
      if (row.event_on && row.event_on < today) throw conflict('活动日期已过，请先点“修改”换一个日期，再重新发布');
      await move('open', '重新开放');
      await openReview(tx, { type: KINDS.demand.key, target_id: id, detail: { shown: 1 } });
    }
    if (act === 'withdraw') await demandPosts.takeBack(tx, row);
    if (act === 'extend') {
      const closes_at = new Date((row.closes_at as Date).getTime() + EXTENSION_DAYS * DAY_MS);
      await writeDemand(tx.db, id, { closes_at, extended: true });
      await insertMove(tx.db, {
        ...{ demand_id: id, from_state: row.state, to_state: row.state, by_user_id: owner_id },
        ...{ why: `延长 ${EXTENSION_DAYS} 天`, at: now },
      });
      await updateItem(tx, id, { ends_at: closes_at });
      await emit(tx, 'demand.extended', { demand_id: id });
    }
    return demandPosts.saved((await lockDemandRow(tx.db, id)) as DemandRow);
  });
}

/** Throws away an own draft that was never published, with its files. @throws AppError 404; 409 for one that is or was on the site */
export async function deleteDemandDraft(ctx: Ctx, id: number): Promise<void> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await demandPosts.lockOwn(tx, owner_id, id);
    if (row.state !== 'draft' || row.opened_at !== null) throw conflict('发布过的需求不能删除，可以关闭');
    await demandPosts.drop(tx, row);
  });
}
