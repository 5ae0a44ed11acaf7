import { type Ctx, inTransaction, type TxCtx } from '../../../kernel/ctx.ts';
import { lockItem, setItemStatus } from '../../catalog/index.ts';
import { endDraftWaiting, findDraft, findDraftsWaitingFor, findRenderings } from '../repo.ts';
import { applyAll } from './apply-form.ts';
import { ownFiles } from './check-submission.ts';

/**
 * Completes the submits that wait for the pages of a file, now that it is done or has failed; does nothing before that. What
 * was submitted is published, whatever is being typed into the draft by then. A published item whose new file failed stays as it was.
 */
export async function completeWaiting(ctx: Ctx, file_id: number): Promise<void> {
  const rendering = (await findRenderings(ctx.db, [file_id])).get(file_id);
  if (rendering?.status !== 'done' && rendering?.status !== 'failed') return;
  for (const item_id of await findDraftsWaitingFor(ctx.db, file_id)) {
    await inTransaction(ctx, (tx) => complete(tx, item_id, file_id, rendering.status === 'done'));
  }
}

async function complete(tx: TxCtx, item_id: number, file_id: number, done: boolean): Promise<void> {
  const item = await lockItem(tx, item_id);
  // under the lock: a newer submit may have replaced the file, another worker may have been quicker
  const form = (await findDraft(tx.db, item_id))?.submitted;
  if (!item || form?.file_id !== file_id) return;
  await endDraftWaiting(tx.db, item_id);
  if (!done) {
    await setItemStatus(tx, item_id, ['rendering'], 'failed');
    return;
  }
  const { original, cover } = await ownFiles(tx, item.publisher_id, form);
  if (original) await applyAll(tx, item, form, { original, cover });
}
