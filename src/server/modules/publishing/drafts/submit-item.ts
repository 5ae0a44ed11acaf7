import type { ItemForm, ItemStatus, SavedItem } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { editionOf } from '../../../kernel/edition.ts';
import { invalid } from '../../../kernel/errors.ts';
import { getItem, type Item, moveLockedItem } from '../../catalog/index.ts';
import { checkAtGate } from '../publish-gate.ts';
import { findDraft, findRenderings, upsertDraft } from '../repo.ts';
import { askReviewer } from '../review/before-staff.ts';
import { isOpen, tidyForm } from '../rules.ts';
import { applyAll, applyTexts } from './apply-form.ts';
import { checkSubmission, holdTerms } from './check-submission.ts';
import { completeWaiting } from './complete-waiting.ts';
import { prepareFiles } from './prepare-files.ts';
import { type DraftInput, lockOwnItem, saveDraft, UNSEEN } from './save-draft.ts';

/**
 * Publishes an item or sends it to review, as the site is set; a published one takes over the changes. Waits while its file is rendered. Saves the draft
 * first, so nothing typed is lost with a refusal. Idempotent.
 * @throws AppError code 1 with `fields`; 404 when the item is not the caller's
 */
export async function submitItem(ctx: Ctx, input: DraftInput): Promise<SavedItem> {
  const owner_id = requireUser(ctx);
  const { id } = await saveDraft(ctx, input);
  const form = tidyForm(input.kind, input.form);
  await checkAtGate(ctx, input.kind, form, id);
  const files = await checkSubmission(ctx, input.kind, owner_id, form);
  // pictures are ready when they are stored; the pages of a document are drawn afterwards
  const waiting = files.original !== null && !input.kind.media && (await mustWait(ctx, files.original.id));
  const prepared = waiting ? null : await prepareFiles(ctx, form, files);
  const saved_at = ctx.app.clock.now();
  await inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id, input.kind);
    await holdTerms(tx, form);
    await upsertDraft(tx.db, { item_id: id, owner_id, draft_key: input.draft_key, form, saved_at, submitted: waiting ? form : null });
    if (prepared) await applyAll(tx, item, form, prepared);
    else await waitForPages(tx, item, form);
  });
  // the last page may have been drawn while we committed
  if (waiting && files.original) await completeWaiting(ctx, files.original.id);
  const [item, draft] = await Promise.all([getItem(ctx, id), findDraft(ctx.db, id)]);
  const saved = { saved_at: unixSeconds(saved_at), edition: editionOf(draft?.saved_at) };
  return { id, status: item?.status as ItemStatus, ...saved, waiting: Boolean(draft?.submitted) };
}

/** Whether the pages are still being made. @throws AppError with `fields.file_id` when they never will be */
async function mustWait(ctx: Ctx, file_id: number): Promise<boolean> {
  const rendering = (await findRenderings(ctx.db, [file_id])).get(file_id);
  if (!rendering || rendering.status === 'failed') throw invalid({ file_id: rendering?.failure || '文件处理失败，请重新上传' });
  return isOpen(rendering.status);
}

async function waitForPages(tx: TxCtx, item: Item, form: ItemForm): Promise<void> {
  if (UNSEEN.includes(item.status)) await moveLockedItem(tx, item, 'rendering');
  // words change at once, the file when it is ready
  await applyTexts(tx, item, form);
  if (item.status === 'reviewing') await askReviewer(tx, item.id);
}
