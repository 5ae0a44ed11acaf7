import { pictureFile, pictureWidths } from '#contract/picture.ts';
import type { ItemForm } from '#contract/publish.ts';
import type { Ctx } from '../../../kernel/ctx.ts';
import type { ItemPatch } from '../../catalog/index.ts';
import { type FilePageRow, type FileRow, findFilePages } from '../repo.ts';
import { PAGE_COVER_WIDTH, pageCoverKey } from '../stored-files.ts';
import type { SubmittedFiles } from './check-submission.ts';

/** The files of a submit, ready to be named by an item: nothing is left to do in storage before the commit. */
export interface PreparedFiles {
  original: FileRow | null;
  pages: FilePageRow[];
  cover: Pick<ItemPatch, 'cover_key' | 'cover_width' | 'cover_height'>;
}

/**
 * Reads the pages and makes the cover's files. Before the transaction that names them: a submit that fails afterwards leaves a cover
 * which goes with its original. All pages are rendered.
 */
export async function prepareFiles(ctx: Ctx, form: ItemForm, { original, cover }: SubmittedFiles): Promise<PreparedFiles> {
  const pages = original ? await findFilePages(ctx.db, original.id) : [];
  if (cover) return { original, pages, cover: { cover_key: cover.key, cover_width: cover.width, cover_height: cover.height } };
  const page = pages.find((candidate) => candidate.page_no === form.cover_page) ?? pages[0];
  return { original, pages, cover: original && page ? await coverOfPage(ctx, original, page) : {} };
}

async function coverOfPage(ctx: Ctx, original: FileRow, page: FilePageRow): Promise<PreparedFiles['cover']> {
  const cover_width = Math.min(PAGE_COVER_WIDTH, page.width);
  const cover_key = pageCoverKey(ctx.app.config.secrets.upload, original, page.page_no);
  const { storage } = ctx.app.providers;
  for (const width of pictureWidths(cover_width)) {
    const file = pictureFile(cover_key, width);
    if (!(await storage.statPrivate(file))) await storage.putPrivate(file, await storage.readPrivate(pictureFile(page.key, width)));
  }
  return { cover_key, cover_width, cover_height: Math.max(1, Math.round((page.height * cover_width) / page.width)) };
}

/** Whether two forms name the same files. */
export function sameFiles(a: ItemForm, b: ItemForm): boolean {
  return a.file_id === b.file_id && a.cover_page === b.cover_page && a.cover_file_id === b.cover_file_id;
}
