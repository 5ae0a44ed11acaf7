import { avifFile, pictureFile, pictureWidths } from '#contract/picture.ts';
import { type ItemForm, PAGES_MAX } from '#contract/publish.ts';
import { type Ctx, createCtx, type TxCtx } from '../../../app/ctx.ts';
import { AppError } from '../../../kernel/errors.ts';
import { getItem, type Item, type ItemPatch, itemPages, type MediaRow, type PageRow } from '../../catalog/index.ts';
import { type FilePageRow, type FileRow, findFilePages } from '../repo.ts';
import { PAGE_COVER_WIDTH, pageCoverKey } from '../stored-files.ts';
import { fileIdsOf, type SubmittedFiles } from './check-submission.ts';

/** Files of the pages that everybody may see while the item is published. */
export async function freePageFiles(ctx: Ctx, item: Pick<Item, 'id' | 'free_pages'>): Promise<string[]> {
  return (await itemPages(ctx, item.id, 1, item.free_pages)).flatMap(filesOf);
}

/**
 * Promises that the public copies follow the item once the transaction that changes it has committed. A process that dies before is made up for by
 * the item's event in the outbox.
 */
export function copiesAfterCommit(tx: TxCtx, item_id: number): void {
  tx.afterCommit(() => syncPublicCopies(createCtx(tx.app, tx.actor, tx.request_id), item_id));
}

export const HIDE_JOB = 'publishing.hide';

/** Public files that were pages of an item and are none any more. */
export interface FormerPages {
  item_id: number;
  files: readonly string[];
}

/** Takes public copies of former pages away once the transaction is committed. The files behind them may be sold and stay. */
export async function hideLater(tx: TxCtx, former: FormerPages): Promise<void> {
  if (former.files.length > 0) await tx.app.jobs.send(HIDE_JOB, former, {}, tx.db);
}

/** The same now. Idempotent; what is a page again is shown again. */
export async function hideFormer(ctx: Ctx, { item_id, files }: FormerPages): Promise<void> {
  const now = new Set(await freePageFiles(ctx, { id: item_id, free_pages: PAGES_MAX }));
  const gone = files.filter((file) => !now.has(file));
  await ctx.app.providers.storage.removePublic(gone.flatMap((file) => [avifFile(file), file]));
  await syncPublicCopies(ctx, item_id);
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

/** The files of a submit, ready to be named by an item: nothing is left to do in storage before the commit. */
export interface PreparedFiles {
  original: FileRow | null;
  /** Of the document, or the pictures of a kind that shows some. */
  pages: Array<Pick<FilePageRow, 'page_no' | 'width' | 'height' | 'key' | 'text'> & { placeholder?: string }>;
  media: MediaRow[];
  cover: Pick<ItemPatch, 'cover_key' | 'cover_width' | 'cover_height'>;
}

/**
 * Reads the pages and makes the cover's files. Before the transaction that names them: a submit that fails afterwards leaves a cover
 * which goes with its original. All pages are rendered.
 */
export async function prepareFiles(ctx: Ctx, form: ItemForm, { original, cover, pictures, video }: SubmittedFiles): Promise<PreparedFiles> {
  const shown = pictures.map(({ key, width, height, placeholder }, at) => ({
    ...{ page_no: at + 1, key, width, height, placeholder },
    text: '',
  }));
  const pages = shown.length > 0 ? shown : original ? await findFilePages(ctx.db, original.id) : [];
  const media = [...pictures.map((file) => mediaOf('picture', file)), ...(video ? [filmOf(video, form.video_captions)] : [])];
  if (cover) return { original, pages, media, cover: { cover_key: cover.key, cover_width: cover.width, cover_height: cover.height } };
  const page = pages.find((candidate) => candidate.page_no === form.cover_page) ?? pages[0];
  // a picture's cover goes with the picture, a page's with its document
  const of = shown.length > 0 ? (pictures[(page?.page_no ?? 1) - 1] ?? null) : original;
  return { original, pages, media, cover: of && page ? await coverOfPage(ctx, of, page) : {} };
}

function mediaOf(type: MediaRow['type'], { id, key, name, size_bytes, film }: FileRow): MediaRow {
  return { type, file_id: id, key, name, size_bytes, film };
}

function filmOf(file: FileRow, captions: string): MediaRow {
  const row = mediaOf('video', file);
  return captions === '' || !row.film ? row : { ...row, film: { ...row.film, captions } };
}

async function coverOfPage(ctx: Ctx, original: FileRow, page: PreparedFiles['pages'][number]): Promise<PreparedFiles['cover']> {
  const cover_width = Math.min(PAGE_COVER_WIDTH, page.width);
  const cover_key = pageCoverKey(ctx.app.config.secrets.upload, original, original.width > 0 ? 1 : page.page_no);
  const { storage } = ctx.app.providers;
  const copy = async (from: string, to: string) => {
    if (!(await storage.statPrivate(to))) await storage.putPrivate(to, await storage.readPrivate(from));
  };
  for (const width of pictureWidths(cover_width)) {
    const [from, to] = [pictureFile(page.key, width), pictureFile(cover_key, width)];
    if (await storage.statPrivate(avifFile(from))) await copy(avifFile(from), avifFile(to));
    await copy(from, to);
  }
  return { cover_key, cover_width, cover_height: Math.max(1, Math.round((page.height * cover_width) / page.width)) };
}

/** Whether two forms name the same files and captions. */
export function sameFiles(a: ItemForm, b: ItemForm): boolean {
  if (a.video_captions !== b.video_captions) return false;
  return a.cover_page === b.cover_page && a.cover_file_id === b.cover_file_id && fileIdsOf(a).join() === fileIdsOf(b).join();
}
