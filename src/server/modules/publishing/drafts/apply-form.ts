import { designTerms } from '#contract/design-contents.ts';
import { jobTerms, jobYearFen } from '#contract/job.ts';
import { KINDS } from '#contract/kinds.ts';
import { type ItemForm, PAGES_MAX } from '#contract/publish.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import {
  chosenFacets,
  derivedTermIds,
  ensureTags,
  type Item,
  itemDetails,
  itemMedia,
  keepVersion,
  kindOf,
  moveLockedItem,
  type OwnFieldsOf,
  saveMedia,
  savePages,
  updateItem,
} from '../../catalog/index.ts';
import { findFiles } from '../repo.ts';
import { askReviewer, needsReviewer, noteChanged } from '../review/work-review.ts';
import { freePages, priceOf, statusAfterSubmit } from '../rules.ts';
import { sameDoc } from './check-submission.ts';
import { copiesAfterCommit, freePageFiles, hideLater, type PreparedFiles } from './prepare-files.ts';

/** Writes the texts, terms and price of a form into the locked item; nothing of its file. */
export async function applyTexts(tx: TxCtx, item: Item, form: ItemForm): Promise<void> {
  const price = priceOf(form);
  const kind = kindOf(item.kind);
  await updateItem(tx, item.id, {
    title: form.title,
    introduction: form.introduction,
    category_id: form.category_id,
    category_sub_id: form.category_id_sub,
    term_ids: [...chosenFacets(kind).flatMap(({ key }) => form.terms[key] ?? []), ...(await termsOfFiles(tx, item, form))],
    ...(kind.key === KINDS.job.key ? { pay_fen: jobYearFen(form.fields) } : {}),
    tag_ids: await ensureTags(tx, kind, form.tags),
    ...price,
    org_price_fen: price.price_fen,
    // what was on the site once comes back at once
    publish_at: item.published_at === null && form.publish_at !== null ? new Date(form.publish_at * 1000) : null,
    cover_focus: form.cover_focus ? `${form.cover_focus.x} ${form.cover_focus.y}` : '',
    ...(kind.fields ? { details: { fields: form.fields } } : {}),
  });
}

/** Ids of the terms that follow from a form and its files: no publisher chooses them, so that lists by format or software are right. */
export async function termsOfFiles(tx: TxCtx, item: Item, form: Pick<ItemForm, 'file_id' | 'pictures' | 'fields'>): Promise<number[]> {
  const kind = kindOf(item.kind);
  if (kind.key === KINDS.job.key) return derivedTermIds(tx, kind, jobTerms(form.fields));
  if (kind.key !== KINDS.design.key) return [];
  const picture_id = form.pictures[0];
  const files = await findFiles(
    tx.db,
    [form.file_id, picture_id].flatMap((id) => id ?? []),
  );
  const original = form.file_id === null ? undefined : files.get(form.file_id);
  const picture = picture_id === undefined ? undefined : files.get(picture_id);
  const said = (key: string) => String(form.fields[key] ?? '');
  return derivedTermIds(
    tx,
    kind,
    designTerms({
      ...{ type: said('type'), color_mode: said('color_mode'), file_format: said('file_format') },
      ...{ file_type: original?.type ?? '', contents: original?.contents ?? null, picture: picture ?? null },
    }),
  );
}

/** Writes file, pages, cover and free pages into the locked item. Returns true when files or pictures are others than before. */
async function applyFiles(tx: TxCtx, item: Item, form: ItemForm, files: PreparedFiles): Promise<boolean> {
  const { original, pages, cover } = files;
  const { media } = kindOf(item.kind);
  if (media) return applyMedia(tx, item, { ...form, free_pages: media.locked ? form.free_pages : pages.length }, files);
  if (!original) {
    await updateItem(tx, item.id, cover);
    return false;
  }
  const is_new = item.file_id !== original.id;
  if (is_new) {
    await savePages(
      tx,
      item.id,
      pages.map(({ page_no, width, height, key }) => ({ page_no, width, height, key })),
      pages.map((page) => page.text),
    );
  }
  await updateItem(tx, item.id, {
    file_id: original.id,
    file_size_bytes: original.size_bytes,
    format: original.type,
    free_pages: freePages(form.free_pages, pages.length),
    change_note: form.change_note,
    ...cover,
  });
  return is_new;
}

/** The pictures of a kind that shows some, the film, and the file that is sold beside them. */
async function applyMedia(
  tx: TxCtx,
  item: Item,
  { free_pages: free, change_note }: ItemForm,
  { original, pages, cover, media }: PreparedFiles,
): Promise<boolean> {
  const before = await itemMedia(tx, item.id);
  const shown = (list: typeof media) => list.map(({ file_id, film }) => `${file_id} ${film?.captions ?? ''}`).join();
  const is_new = item.file_id !== (original?.id ?? null) || shown(before) !== shown(media);
  if (is_new) {
    await savePages(
      tx,
      item.id,
      pages.map(({ text: _text, ...page }) => page),
      [],
    );
    await saveMedia(tx, item.id, media);
  }
  await updateItem(tx, item.id, {
    file_id: original?.id ?? null,
    file_size_bytes: original?.size_bytes ?? media.reduce((sum, one) => sum + one.size_bytes, 0),
    format: original?.type ?? '',
    free_pages: pages.length === 0 ? 0 : freePages(free, pages.length),
    change_note,
    ...cover,
  });
  return is_new;
}

/** Whether it waits for a time that its publisher chose. */
function isLater(tx: TxCtx, item: Item, publish_at: number | null): boolean {
  return item.published_at === null && publish_at !== null && publish_at > unixSeconds(tx.app.clock.now());
}

/** Whether the text of a document is another one than readers see: to a reviewer that is what a new file is. */
async function changesDocument(tx: TxCtx, item: Item, form: ItemForm): Promise<boolean> {
  const field = kindOf(item.kind).fields?.find(({ type }) => type === 'document');
  if (!field) return false;
  const before = (await itemDetails<OwnFieldsOf>(tx, item))?.fields[field.key];
  return !sameDoc(before ?? null, form.fields[field.key] ?? null);
}

/** Everything of the form into the locked item, and its status to where a submit leads. */
export async function applyAll(tx: TxCtx, item: Item, form: ItemForm, files: PreparedFiles): Promise<void> {
  const before = await freePageFiles(tx, item);
  const new_text = await changesDocument(tx, item, form);
  await applyTexts(tx, item, form);
  const new_file = (await applyFiles(tx, item, form, files)) || new_text;
  const held = await needsReviewer(tx, item.id);
  const next = statusAfterSubmit(item.status, { held, new_file, later: isLater(tx, item, form.publish_at) });
  if (next) await moveLockedItem(tx, item, next, { reject_reason: '' });
  else if (item.status === 'taken_down' && new_file) await noteChanged(tx, item.id);
  if ((next ?? item.status) === 'reviewing') await askReviewer(tx, item.id);
  // buyers of before keep what they bought
  if ((next ?? item.status) === 'published') await keepVersion(tx, item.id);
  const after = new Set(await freePageFiles(tx, { id: item.id, free_pages: PAGES_MAX }));
  copiesAfterCommit(tx, item.id);
  await hideLater(tx, { item_id: item.id, files: before.filter((file) => !after.has(file)) });
}
