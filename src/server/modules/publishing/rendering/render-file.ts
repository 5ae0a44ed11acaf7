import { pictureFile } from '#contract/picture.ts';
import type { Ctx } from '../../../kernel/ctx.ts';
import { AppError } from '../../../kernel/errors.ts';
import { DocumentError, type RenderedPage } from '../../../providers/document/port.ts';
import { completeWaiting } from '../drafts/complete-waiting.ts';
import { claimRendering, type FileRow, findFile, findFilePages, insertFilePage, type RenderingRow, writeRendering } from '../repo.ts';
import { derivedKey, RENDER_ATTEMPTS_MAX, RENDER_HEARTBEAT_MS, RENDER_SILENT_MS, TEXT_TOTAL_MAX } from '../rules.ts';

/** Another worker took the rendering over; whatever this one still does is thrown away. */
class Replaced extends Error {}

/**
 * Makes the pages of an original and completes the schemes that wait for them. Safe to call at any time and twice at once: one worker
 * owns it, a dead worker's pages are kept and the rest is made. Aborting `stopping` ends it between two pages by throwing; that is no
 * attempt of the document.
 */
export async function renderFile(ctx: Ctx, file_id: number, stopping?: AbortSignal): Promise<void> {
  const now = ctx.app.clock.now();
  const rendering = await claimRendering(ctx.db, file_id, now, new Date(now.getTime() - RENDER_SILENT_MS));
  if (!rendering) return;
  const file = await findFile(ctx.db, file_id);
  if (!file) return;
  const stop = new AbortController();
  const leave = () => stop.abort(stopping?.reason);
  stopping?.addEventListener('abort', leave, { once: true });
  const heartbeat = setInterval(() => {
    writeRendering(ctx.db, rendering, { updated_at: ctx.app.clock.now() }).then(
      (mine) => mine || stop.abort(new Replaced()),
      () => undefined,
    );
  }, RENDER_HEARTBEAT_MS);
  try {
    if (rendering.attempt > RENDER_ATTEMPTS_MAX) throw new DocumentError('文件多次处理失败，请简化内容或重新导出后再上传');
    await (file.type === 'pptx' ? renderPptx(ctx, file, rendering, stop) : renderPdf(ctx, file, rendering, stop));
    await write(ctx, rendering, { status: 'done' });
  } catch (error) {
    if (error instanceof Replaced || !(await findFile(ctx.db, file_id))) return;
    if (stopping?.aborted && !(error instanceof DocumentError)) {
      await write(ctx, rendering, { status: 'waiting', attempt: rendering.attempt - 1 });
      throw error;
    }
    const failure = reasonFor(error, rendering);
    if (failure === null) {
      // not the file's fault (disk, database): the queue tries again
      await write(ctx, rendering, { status: 'waiting' });
      throw error;
    }
    ctx.log.warn({ file_id, err: error }, 'original could not be rendered');
    await write(ctx, rendering, { status: 'failed', failure });
  } finally {
    clearInterval(heartbeat);
    stopping?.removeEventListener('abort', leave);
  }
  await completeWaiting(ctx, file_id);
}

function reasonFor(error: unknown, rendering: RenderingRow): string | null {
  if (error instanceof DocumentError) return error.message;
  if (rendering.attempt < RENDER_ATTEMPTS_MAX) return null;
  return error instanceof AppError ? error.message : '文件处理时出现问题，请稍后重新上传';
}

async function renderPptx(ctx: Ctx, file: FileRow, rendering: RenderingRow, stop: AbortController): Promise<void> {
  const { storage, documents } = ctx.app.providers;
  await write(ctx, rendering, { status: 'converting' });
  await storage.withScratch(async (folder) => {
    const pdf = `${folder}/converted.pdf`;
    await storage.withPrivateFile(file.key, (path) => documents.convert(path, pdf, file.owner_id));
    const { page_count } = await documents.inspect(pdf, file.owner_id);
    await drawPages(ctx, pdf, file, { ...rendering, page_count }, stop);
  });
}

async function renderPdf(ctx: Ctx, file: FileRow, rendering: RenderingRow, stop: AbortController): Promise<void> {
  await ctx.app.providers.storage.withPrivateFile(file.key, (path) => drawPages(ctx, path, file, rendering, stop));
}

async function drawPages(ctx: Ctx, path: string, file: FileRow, rendering: RenderingRow, stop: AbortController): Promise<void> {
  const known = await findFilePages(ctx.db, file.id);
  const done = new Set(known.map((page) => page.page_no));
  let text_left = TEXT_TOTAL_MAX - known.reduce((sum, page) => sum + page.text.length, 0);
  const { page_count } = rendering;
  await write(ctx, rendering, { status: 'rendering', page_count, done_pages: done.size });
  await ctx.app.providers.documents.render(path, {
    page_count,
    skip: (page_no) => done.has(page_no),
    signal: stop.signal,
    async onPage(page) {
      const text = page.text.slice(0, Math.max(0, text_left)).toWellFormed();
      text_left -= text.length;
      await keepPage(ctx, file, page, text);
      done.add(page.page_no);
      await write(ctx, rendering, { done_pages: done.size });
    },
  });
}

async function keepPage(ctx: Ctx, file: FileRow, page: RenderedPage, text: string): Promise<void> {
  const key = derivedKey(ctx.app.config.secrets.upload, `page:${file.key}:${page.page_no}`);
  for (const { width, data } of page.pictures) await ctx.app.providers.storage.putPrivate(pictureFile(key, width), data);
  const { page_no, width, height } = page;
  await insertFilePage(ctx.db, { file_id: file.id, page_no, width, height, key, text });
}

async function write(ctx: Ctx, rendering: RenderingRow, change: Partial<RenderingRow>): Promise<void> {
  if (!(await writeRendering(ctx.db, rendering, { ...change, updated_at: ctx.app.clock.now() }))) throw new Replaced();
}
