import { avifFile, pictureFile, pictureWidths } from '#contract/picture.ts';
import { type Ctx, createCtx, type TxCtx } from '../../../app/ctx.ts';
import { AppError } from '../../../kernel/errors.ts';
import { getItem, type Item, itemPages, type PageRow } from '../../catalog/index.ts';

/** Files of the pages that everybody may see while the item is published. */
export async function freePageFiles(ctx: Ctx, item: Pick<Item, 'id' | 'free_pages'>): Promise<string[]> {
  return (await itemPages(ctx, item.id, 1, item.free_pages)).flatMap(filesOf);
}

/**
 * Promises that the public copies follow the item once the transaction that changes it has committed. `gone`: public files that are no
 * longer the item's. A process that dies before is made up for by the item's event in the outbox.
 */
export function copiesAfterCommit(tx: TxCtx, item_id: number, gone: readonly string[] = []): void {
  tx.afterCommit(async () => {
    await syncPublicCopies(createCtx(tx.app, tx.actor, tx.request_id), item_id);
    await tx.app.providers.storage.removePublic(gone.flatMap((file) => [avifFile(file), file]));
  });
}

/**
 * Brings the public copies in line with what the item is now: free pages and cover of a published one are public, other pages are not.
 * Idempotent; looks again when the item changed meanwhile. Never within a transaction.
 */
export async function syncPublicCopies(ctx: Ctx, item_id: number): Promise<void> {
  for (;;) {
    const item = await getItem(ctx, item_id);
    if (!item) return;
    const pages = await itemPages(ctx, item.id, 1, item.page_count);
    const shown = item.status === 'published' ? item.free_pages : 0;
    for (const page of pages) await (page.page_no <= shown ? publish(ctx, filesOf(page)) : hide(ctx, filesOf(page)));
    // the cover stays public once the item was: order lists of buyers show it
    if (item.status === 'published' && item.cover_key !== '') await publish(ctx, filesOf({ key: item.cover_key, width: item.cover_width }));
    if (isSame(item, await getItem(ctx, item_id))) return;
  }
}

function isSame(item: Item, now: Item | null): boolean {
  return (
    now?.status === item.status && now.free_pages === item.free_pages && now.file_id === item.file_id && now.cover_key === item.cover_key
  );
}

/** Small to large: the largest says that all are there. */
async function publish(ctx: Ctx, files: readonly string[]): Promise<void> {
  const { storage } = ctx.app.providers;
  if (await storage.statPublic(files.at(-1) as string)) return;
  try {
    // a picture with AVIF has it in every width
    if (await storage.statPrivate(avifFile(files.at(-1) as string))) await storage.publish(files.map(avifFile));
    await storage.publish(files);
  } catch (error) {
    // a picture that is lost must not hold up those of the other pages
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    ctx.log.warn({ file: files[0] }, 'a picture to be published is missing');
  }
}

/** Large to small: the smallest says that some are left. */
async function hide(ctx: Ctx, files: readonly string[]): Promise<void> {
  const { storage } = ctx.app.providers;
  if (await storage.statPublic(files[0] as string))
    await storage.removePublic(files.toReversed().flatMap((file) => [avifFile(file), file]));
}

function filesOf({ key, width }: Pick<PageRow, 'key' | 'width'>): string[] {
  return pictureWidths(width).map((step) => pictureFile(key, step));
}
