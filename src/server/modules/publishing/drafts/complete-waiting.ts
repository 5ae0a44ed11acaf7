import type { ItemForm } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '../../../app/ctx.ts';
import { lockItem, moveLockedItem } from '../../catalog/index.ts';
import { type DraftRow, endDraftWaiting, findDraft, findDraftsWaitingFor, findRenderings, type RenderingRow } from '../repo.ts';
import { tellPublisher } from '../review/work-review.ts';
import { applyAll } from './apply-form.ts';
import { ownFiles } from './check-submission.ts';
import { type PreparedFiles, prepareFiles, sameFiles } from './prepare-files.ts';

/**
 * Completes the submits that wait for the pages of a file, now that it is done or has failed; does nothing before that. What
 * was submitted is published, whatever is being typed into the draft by then. A published item whose new file failed stays as it was.
 */
export async function completeWaiting(ctx: Ctx, file_id: number): Promise<void> {
  const rendering = (await findRenderings(ctx.db, [file_id])).get(file_id);
  if (rendering?.status !== 'done' && rendering?.status !== 'failed') return;
  for (const item_id of await findDraftsWaitingFor(ctx.db, file_id)) {
    // again when it was submitted once more while its files were being prepared
    while (!(await complete(ctx, item_id, file_id, rendering)));
  }
}

/** False: what waits is not what was prepared. */
async function complete(ctx: Ctx, item_id: number, file_id: number, { status, failure }: RenderingRow): Promise<boolean> {
  const draft = await findDraft(ctx.db, item_id);
  const seen = draft?.submitted;
  if (!draft || seen?.file_id !== file_id) return true;
  const files = status === 'done' ? await filesFor(ctx, draft, seen) : null;
  return inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, item_id);
    // under the lock: a newer submit may have replaced the file, another worker may have been quicker
    const form = (await findDraft(tx.db, item_id))?.submitted;
    if (!item || form?.file_id !== file_id) return true;
    if (!sameFiles(form, seen)) return false;
    await endDraftWaiting(tx.db, item_id);
    if (files) await applyAll(tx, item, form, files);
    else {
      if (item.status === 'rendering') await moveLockedItem(tx, item, 'failed');
      await tellPublisher(tx, item, 'failed', failure);
    }
    return true;
  });
}

async function filesFor(ctx: Ctx, draft: DraftRow, form: ItemForm): Promise<PreparedFiles> {
  return prepareFiles(ctx, form, await ownFiles(ctx, draft.owner_id, form));
}
