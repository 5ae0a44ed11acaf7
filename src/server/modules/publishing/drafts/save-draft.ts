import type { KindFacts } from '#contract/kinds.ts';
import type { ItemForm, ItemStatus, OwnItem, SavedItem } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { editionOf, savedAtOf } from '../../../kernel/edition.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { createItem, type Item, lockItem, updateItem } from '../../catalog/index.ts';
import { shopOf } from '../../shops/index.ts';
import { getOwnItem } from '../list-mine.ts';
import { passGate } from '../publish-gate.ts';
import { bindFiles, findDraft, findDraftByKey, lockDraftKey, upsertDraft } from '../repo.ts';
import { priceOf, tidyForm } from '../rules.ts';
import { fileIdsOf, ownFiles } from './check-submission.ts';
import { resetDraft } from './draft-versions.repo.ts';
import { keepDraftVersion } from './draft-versions.ts';
import { formOfItem } from './form-of-item.ts';

export interface DraftInput {
  kind: KindFacts;
  /** Absent on the first save. */
  id?: number | undefined;
  /** Named by the browser; the same key is the same item, however often it is sent. */
  draft_key: string;
  /** What of it the page has read; absent: whatever is stored is written over. */
  edition?: number | undefined;
  form: ItemForm;
  /** False: what changed of the file need not be said. */
  asks_note?: boolean;
}

/** What readers see follows a draft only while its publisher alone sees the item. */
export const UNSEEN: readonly ItemStatus[] = ['draft', 'failed', 'rejected'];

/**
 * Keeps what the publisher typed, right or wrong, making the item at the first save. A published item is not touched, nor a submit
 * that waits for its pages: changes wait in the draft until they are submitted.
 * @throws AppError 404 when the item is not the caller's; 409 for a kind that wants a shop the caller has not opened
 */
export async function saveDraft(ctx: Ctx, input: DraftInput): Promise<SavedItem> {
  const owner_id = requireUser(ctx);
  const form = tidyForm(input.kind, input.form);
  await passGate(ctx, input.kind);
  await ownFiles(ctx, owner_id, form);
  return inTransaction(ctx, async (tx) => {
    const item = await itemOfDraft(tx, owner_id, input, form);
    if (!(await bindFiles(tx.db, fileIdsOf(form), item.id))) throw invalid({ file_id: '这个文件已用于另一份作品，请重新上传' });
    const stored = await findDraft(tx.db, item.id);
    const saved_at = savedAtOf(stored, { edition: input.edition, form, now: tx.app.clock.now() });
    const waiting = await upsertDraft(tx.db, { item_id: item.id, owner_id, draft_key: input.draft_key, form, saved_at });
    await keepDraftVersion(tx, input.kind, item.id, form);
    if (UNSEEN.includes(item.status)) {
      await updateItem(tx, item.id, { title: form.title, category_id: form.category_id, ...priceOf(form) });
    }
    return { id: item.id, status: item.status, saved_at: unixSeconds(saved_at), edition: editionOf(saved_at), waiting };
  });
}

async function itemOfDraft(tx: TxCtx, owner_id: number, input: DraftInput, form: ItemForm): Promise<Item> {
  if (input.id !== undefined) return lockOwnItem(tx, owner_id, input.id, input.kind);
  await lockDraftKey(tx.db, owner_id, input.draft_key);
  const known = await findDraftByKey(tx.db, owner_id, input.draft_key);
  if (known) return lockOwnItem(tx, owner_id, known.item_id, input.kind);
  const shop_id = input.kind.shop ? ((await shopOf(tx, owner_id))?.id ?? null) : null;
  if (input.kind.shop === 'required' && shop_id === null) throw conflict(`请先开通店铺，再发布${input.kind.noun}`);
  const id = await createItem(tx, { kind: input.kind, publisher_id: owner_id, title: form.title, shop_id });
  return lockOwnItem(tx, owner_id, id, input.kind);
}

/** The item under lock. @throws AppError 404 when it is not this user's, or of another kind than the one named */
export async function lockOwnItem(tx: TxCtx, owner_id: number, id: number, kind?: KindFacts): Promise<Item> {
  const item = await lockItem(tx, id);
  if (!item || item.publisher_id !== owner_id || (kind && item.kind !== kind.code)) throw notFound(`${kind?.noun ?? '作品'}不存在`);
  return item;
}

/**
 * Throws away what was typed about an own item since it was last submitted, and a new file that still becomes pages. What readers see
 * stays as it is; files that were given up are cleaned away later.
 * @throws AppError 404; 409 for what was never on the site: that is deleted instead
 */
export async function discardChange(ctx: Ctx, kind: KindFacts, id: number): Promise<OwnItem> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const item = await lockOwnItem(tx, owner_id, id, kind);
    if (item.published_at === null || (item.status !== 'published' && item.status !== 'taken_down')) {
      throw conflict('没有发布过的内容请直接删除草稿');
    }
    await resetDraft(tx.db, id, await formOfItem(tx, item), tx.app.clock.now());
  });
  return getOwnItem(ctx, kind, id);
}
