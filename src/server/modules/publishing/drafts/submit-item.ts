import type { KindFacts } from '#contract/kinds.ts';
import { type ItemForm, type ItemStatus, type SavedItem, SCHEDULE_MAX_S } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { rowByRow } from '../../../app/timed-job.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { editionOf } from '../../../kernel/edition.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { deleteItem, dueItems, getItem, type Item, kindOf, moveLockedItem, setItemStatus, updateItem } from '../../catalog/index.ts';
import { checkAtGate, passGate } from '../publish-gate.ts';
import { deleteDraftRow, endDraftWaiting, findDraft, findRenderings, lockFilesOf, upsertDraft } from '../repo.ts';
import { askReviewer, leaveQueue, needsReviewer, whyNotAgain } from '../review/work-review.ts';
import { DELETABLE, isOpen, tidyForm } from '../rules.ts';
import { removeFiles } from '../stored-files.ts';
import { applyAll, applyTexts } from './apply-form.ts';
import { checkChangeNote } from './change-note.ts';
import { checkSubmission, holdTerms, SCHEDULE_TOO_FAR } from './check-submission.ts';
import { completeWaiting } from './complete-waiting.ts';
import { setDraftTime } from './draft-versions.repo.ts';
import { dropDraftVersions } from './draft-versions.ts';
import { formOfItem } from './form-of-item.ts';
import { copiesAfterCommit, prepareFiles } from './prepare-files.ts';
import { type DraftInput, lockOwnItem, saveDraft, UNSEEN } from './save-draft.ts';

/** Works that appear by one run of the job; the next minute takes the rest. */
const BATCH = 200;

/**
 * Sets the time at which an own work appears, moves it, or clears it (null): a work that waits for nothing else then appears at once.
 * @throws AppError 404; 409 for what was on the site already; code 1 for a time that is over or too far
 */
export async function scheduleItem(ctx: Ctx, id: number, publish_at: number | null): Promise<{ id: number; status: ItemStatus }> {
  const owner_id = requireUser(ctx);
  const now = unixSeconds(ctx.app.clock.now());
  if (publish_at !== null && publish_at <= now) throw invalid({ publish_at: '请选择现在以后的时间' });
  if (publish_at !== null && publish_at > now + SCHEDULE_MAX_S) throw invalid({ publish_at: SCHEDULE_TOO_FAR });
  return inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id);
    if (item.published_at !== null) throw conflict('发布过的作品不能再定时，可以直接下架或恢复上架');
    await updateItem(tx, id, { publish_at: publish_at === null ? null : new Date(publish_at * 1000) });
    await setDraftTime(tx.db, id, publish_at);
    if (publish_at === null && item.status === 'scheduled') await appear(tx, id);
    return { id, status: publish_at === null && item.status === 'scheduled' ? 'published' : item.status };
  });
}

/** Publishes the works whose time has come, each once however many do this. @returns how many appeared */
export async function publishDue(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let appeared = 0;
  const publish = async (id: number) => {
    if (await inTransaction(ctx, (tx) => appear(tx, id))) appeared++;
  };
  await rowByRow(ctx, await dueItems(ctx, BATCH), 'a work did not appear', publish, stopping);
  return appeared;
}

async function appear(tx: TxCtx, id: number): Promise<boolean> {
  if (!(await setItemStatus(tx, id, ['scheduled'], 'published', { publish_at: null }))) return false;
  copiesAfterCommit(tx, id);
  return true;
}

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
  await checkChangeNote(ctx, input.kind, id, form, input.asks_note);
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
