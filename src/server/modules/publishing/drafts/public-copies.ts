import { pictureFile, pictureWidths } from '#contract/picture.ts';
import type { Ctx, TxCtx } from '../../../kernel/ctx.ts';
import { getItem, type Item, itemPages } from '../../catalog/index.ts';

/** Files of the pages that everybody may see while the item is published. */
export async function freePageFiles(ctx: Ctx, item: Pick<Item, 'id' | 'free_pages'>): Promise<string[]> {
  const pages = await itemPages(ctx, item.id, 1, item.free_pages);
  return pages.flatMap((page) => pictureWidths(page.width).map((width) => pictureFile(page.key, width)));
}

/**
 * Brings the public copies to what the item is now: called inside the transaction that changed it, with the files that were public
 * before. New copies are there before readers can be sent to them; old ones go after the commit.
 */
export async function syncPublicCopies(tx: TxCtx, item_id: number, before: readonly string[]): Promise<void> {
  const item = await getItem(tx, item_id);
  if (!item) return;
  const { storage } = tx.app.providers;
  const wanted = item.status === 'published' ? await freePageFiles(tx, item) : [];
  if (item.status === 'published') await storage.publish([...wanted, ...coverFiles(item)]);
  const gone = before.filter((file) => !wanted.includes(file));
  if (gone.length > 0) tx.afterCommit(() => storage.removePublic(gone));
}

/** The cover stays public once the item was: order lists of buyers show it. */
function coverFiles(item: Item): string[] {
  return item.cover_key === '' ? [] : pictureWidths(item.cover_width).map((width) => pictureFile(item.cover_key, width));
}
