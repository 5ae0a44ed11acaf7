import { avifFile, pictureFile, pictureWidths } from '#contract/picture.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { deleteFiles, type FilePageRow, type FileRow } from './repo.ts';
import { derivedKey } from './rules.ts';

/** A page that became a cover is public at this width, not in its full size. */
export const PAGE_COVER_WIDTH = 640;

/** Key of the cover that is made of a page. */
export function pageCoverKey(secret: string, original: Pick<FileRow, 'key'>, page_no: number): string {
  return derivedKey(secret, `cover:${original.key}:${page_no}`);
}

/** Key of the PDF that is made of a PPTX, while its pages are drawn. */
export function convertedKey(secret: string, original: Pick<FileRow, 'key'>): string {
  return derivedKey(secret, `converted:${original.key}`);
}

/** Removes locked files: rows now; original, pages, covers made of pages and their public copies after the commit. */
export async function removeFiles(tx: TxCtx, originals: readonly FileRow[]): Promise<void> {
  if (originals.length === 0) return;
  const pages = await deleteFiles(
    tx.db,
    originals.map((file) => file.id),
  );
  const { storage } = tx.app.providers;
  const secret = tx.app.config.secrets.upload;
  const pictures = pictureFilesOf(secret, originals, pages);
  const converted = originals.filter((file) => file.type === 'pptx').map((file) => convertedKey(secret, file));
  tx.afterCommit(async () => {
    const avif = pictures.map(avifFile);
    await storage.removePublic([...avif, ...pictures]);
    await storage.removePrivate([...originals.map((file) => file.key), ...converted, ...avif, ...pictures]);
  });
}

function pictureFilesOf(secret: string, originals: readonly FileRow[], pages: readonly FilePageRow[]): string[] {
  const by_id = new Map(originals.map((file) => [file.id, file]));
  const widths = (key: string, width: number) => pictureWidths(width).map((step) => pictureFile(key, step));
  const covers = originals
    .filter((file) => file.width > 0)
    .flatMap((file) => [...widths(file.key, file.width), ...widths(pageCoverKey(secret, file, 1), Math.min(PAGE_COVER_WIDTH, file.width))]);
  const drawn = pages.flatMap((page) => {
    const original = by_id.get(page.file_id) as FileRow;
    return [
      ...widths(page.key, page.width),
      ...widths(pageCoverKey(secret, original, page.page_no), Math.min(PAGE_COVER_WIDTH, page.width)),
    ];
  });
  return [...covers, ...drawn];
}
