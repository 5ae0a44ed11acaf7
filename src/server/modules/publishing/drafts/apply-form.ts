import { pictureFile, pictureWidths } from '#contract/picture.ts';
import type { ItemForm } from '#contract/publish.ts';
import type { TxCtx } from '../../../kernel/ctx.ts';
import { ensureTags, type Item, type ItemPatch, kindOf, savePages, setItemStatus, updateItem } from '../../catalog/index.ts';
import { getSetting } from '../../settings/index.ts';
import { type FilePageRow, type FileRow, findFilePages } from '../repo.ts';
import { freePages, priceOf, statusAfterSubmit } from '../rules.ts';
import { PAGE_COVER_WIDTH, pageCoverKey } from '../stored-files.ts';
import type { SubmittedFiles } from './check-submission.ts';
import { freePageFiles, syncPublicCopies } from './public-copies.ts';

/** Writes the texts, terms and price of a form into the locked item; nothing of its file. */
export async function applyTexts(tx: TxCtx, item: Item, form: ItemForm): Promise<void> {
  const price = priceOf(form);
  await updateItem(tx, item.id, {
    title: form.title,
    introduction: form.introduction,
    category_id: form.category_id,
    category_sub_id: form.category_id_sub,
    term_ids: Object.values(form.terms),
    tag_ids: await ensureTags(tx, kindOf(item.kind), form.tags),
    ...price,
    org_price_fen: price.price_fen,
  });
}

/**
 * Writes file, pages, cover and free pages into the locked item. The pages of `original` are all rendered. Returns true when the file
 * is another one than before.
 */
async function applyFile(tx: TxCtx, item: Item, form: ItemForm, original: FileRow, cover: FileRow | null): Promise<boolean> {
  const pages = await findFilePages(tx.db, original.id);
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
    ...(await coverOf(tx, form, original, pages, cover)),
  });
  return is_new;
}

async function coverOf(
  tx: TxCtx,
  form: ItemForm,
  original: FileRow,
  pages: FilePageRow[],
  cover: FileRow | null,
): Promise<Pick<ItemPatch, 'cover_key' | 'cover_width' | 'cover_height'>> {
  if (cover) return { cover_key: cover.key, cover_width: cover.width, cover_height: cover.height };
  const page = pages.find((candidate) => candidate.page_no === form.cover_page) ?? pages[0];
  if (!page) return {};
  const cover_width = Math.min(PAGE_COVER_WIDTH, page.width);
  const cover_key = pageCoverKey(tx.app.config.secrets.upload, original, page.page_no);
  const { storage } = tx.app.providers;
  for (const width of pictureWidths(cover_width)) {
    const file = pictureFile(cover_key, width);
    if (!(await storage.statPrivate(file))) await storage.putPrivate(file, await storage.readPrivate(pictureFile(page.key, width)));
  }
  return { cover_key, cover_width, cover_height: Math.max(1, Math.round((page.height * cover_width) / page.width)) };
}

/** Everything of the form into the locked item, and its status to where a submit leads. */
export async function applyAll(tx: TxCtx, item: Item, form: ItemForm, files: SubmittedFiles): Promise<void> {
  const before = item.status === 'published' ? await freePageFiles(tx, item) : [];
  await applyTexts(tx, item, form);
  const new_file = await applyFile(tx, item, form, files.original, files.cover);
  const held = (await getSetting(tx, 'scheme_review')) === 'hold';
  const next = statusAfterSubmit(item.status, held, new_file);
  if (next) await setItemStatus(tx, item.id, [item.status], next, { reject_reason: '' });
  await syncPublicCopies(tx, item.id, before);
}
