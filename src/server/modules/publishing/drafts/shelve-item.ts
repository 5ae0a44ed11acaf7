import type { KindFacts } from '#contract/kinds.ts';
import type { ItemStatus } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser } from '../../../app/ctx.ts';
import { conflict } from '../../../kernel/errors.ts';
import { deleteItem, kindOf, setItemStatus } from '../../catalog/index.ts';
import { checkAtGate, passGate } from '../publish-gate.ts';
import { deleteDraftRow, endDraftWaiting, lockFilesOf } from '../repo.ts';
import { askReviewer, leaveQueue, needsReviewer } from '../review/before-staff.ts';
import { whyNotAgain } from '../review/work-review.ts';
import { DELETABLE } from '../rules.ts';
import { removeFiles } from '../stored-files.ts';
import { dropDraftVersions } from './draft-versions.ts';
import { formOfItem } from './form-of-item.ts';
import { copiesAfterCommit } from './public-copies.ts';
import { lockOwnItem } from './save-draft.ts';

/** Takes an own item off the site, or back from review; buyers keep their right. @throws AppError 404, 409 */
export async function takeDown(ctx: Ctx, id: number, kind?: KindFacts): Promise<ItemStatus> {
  const owner_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id, kind);
    const to: ItemStatus = item.status === 'published' ? 'taken_down' : 'draft';
    if (!(await setItemStatus(tx, id, ['published', 'reviewing', 'rendering', 'scheduled'], to))) throw conflict('当前状态不能下架');
    if (to === 'draft') await endDraftWaiting(tx.db, id);
    await leaveQueue(tx, id);
    copiesAfterCommit(tx, id);
    return to;
  });
}

/** Puts an own item back; where a reviewer is to look at it, that comes first. @throws AppError 404, 409 */
export async function restoreItem(ctx: Ctx, id: number, kind?: KindFacts): Promise<ItemStatus> {
  const owner_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id, kind);
    await passGate(tx, kindOf(item.kind));
    const never = await whyNotAgain(tx, kindOf(item.kind), id);
    if (never !== null) throw conflict(never);
    await checkAtGate(tx, kindOf(item.kind), await formOfItem(tx, item), item.id);
    const to: ItemStatus = (await needsReviewer(tx, id)) ? 'reviewing' : 'published';
    const extra = item.published_at ? { published_at: item.published_at } : {};
    if (!(await setItemStatus(tx, id, ['taken_down'], to, extra))) throw conflict('当前状态不能恢复上架');
    if (to === 'reviewing') await askReviewer(tx, id);
    copiesAfterCommit(tx, id);
    return to;
  });
}

/** Throws away an own item that was never published, with its files. @throws AppError 404; 409 for one that is or was on the site */
export async function deleteDraft(ctx: Ctx, id: number, kind?: KindFacts): Promise<void> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id, kind);
    if (item.published_at !== null || !DELETABLE.includes(item.status as ItemStatus)) {
      throw conflict(`发布过的${kindOf(item.kind).noun}不能删除，可以下架`);
    }
    await deleteDraftRow(tx.db, id);
    await dropDraftVersions(tx, id);
    await deleteItem(tx, id);
    await removeFiles(tx, await lockFilesOf(tx.db, id));
  });
}
