import type { ItemStatus } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser } from '../../../kernel/ctx.ts';
import { conflict } from '../../../kernel/errors.ts';
import { deleteItem, setItemStatus } from '../../catalog/index.ts';
import { getSetting } from '../../settings/index.ts';
import { deleteDraftRow, endDraftWaiting, lockFilesOf } from '../repo.ts';
import { DELETABLE } from '../rules.ts';
import { removeFiles } from '../stored-files.ts';
import { freePageFiles, syncPublicCopies } from './public-copies.ts';
import { lockOwnItem } from './save-draft.ts';

/** Takes an own scheme off the site, or back from review; buyers keep their right. @throws AppError 404, 409 */
export async function takeDown(ctx: Ctx, id: number): Promise<ItemStatus> {
  const owner_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id);
    const before = await freePageFiles(tx, item);
    const to: ItemStatus = item.status === 'published' ? 'taken_down' : 'draft';
    if (!(await setItemStatus(tx, id, ['published', 'reviewing', 'rendering'], to))) throw conflict('当前状态不能下架');
    if (to === 'draft') await endDraftWaiting(tx.db, id);
    await syncPublicCopies(tx, id, before);
    return to;
  });
}

/** Puts an own scheme back; where schemes are held a reviewer looks at it again. @throws AppError 404, 409 */
export async function restoreItem(ctx: Ctx, id: number): Promise<ItemStatus> {
  const owner_id = requireUser(ctx);
  const to: ItemStatus = (await getSetting(ctx, 'scheme_review')) === 'hold' ? 'reviewing' : 'published';
  return inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id);
    const extra = item.published_at ? { published_at: item.published_at } : {};
    if (!(await setItemStatus(tx, id, ['taken_down'], to, extra))) throw conflict('当前状态不能恢复上架');
    await syncPublicCopies(tx, id, []);
    return to;
  });
}

/** Throws away an own scheme that was never published, with its files. @throws AppError 404; 409 for one that is or was on the site */
export async function deleteDraft(ctx: Ctx, id: number): Promise<void> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id);
    if (item.published_at !== null || !DELETABLE.includes(item.status as ItemStatus)) {
      throw conflict('发布过的方案不能删除，可以下架');
    }
    await deleteDraftRow(tx.db, id);
    await deleteItem(tx, id);
    await removeFiles(tx, await lockFilesOf(tx.db, id));
  });
}
