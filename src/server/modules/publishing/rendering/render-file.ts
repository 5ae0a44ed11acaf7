import { createReadStream } from 'node:fs';
import { pictureFile } from '#contract/picture.ts';
import type { App, Ctx } from '../../../app/ctx.ts';
import type { SendOptions } from '../../../db/jobs.ts';
import type { Tx } from '../../../db/pool.ts';
import { DocumentError, type RenderedPage } from '../../../providers/document/port.ts';
import { completeWaiting } from '../drafts/complete-waiting.ts';
import { isMachineFault } from '../machine-fault.ts';
import {
  claimRendering,
  type FileRow,
  findFile,
  findFilePages,
  findRenderings,
  insertFilePage,
  type RenderingRow,
  writeRendering,
} from '../repo.ts';
import {
  RENDER_FAILURES_MAX,
  RENDER_HEARTBEAT_MS,
  RENDER_SEATS,
  RENDER_SHIFT_MS,
  RENDER_SILENT_MS,
  RENDER_TURN_MS,
  renderBudgetMs,
  TEXT_TOTAL_MAX,
} from '../rules.ts';
import { convertedKey, pageKey } from '../stored-files.ts';
import { markOf } from '../version-pages.ts';
import { findNextRendering, isLeftOver, othersWait } from './repo.ts';

/** How many workers of this process draw now. */
export interface Desk {
  busy: number;
}

/**
 * Draws file after file, each for a turn, until nothing waits. The job's own file only comes first when something went wrong with it before; else
 * it is the turn of the file that has had least. Above the seats only a newcomer is served.
 */
export async function renderTurns(ctx: Ctx, desk: Desk, file_id: number, stopping: AbortSignal, shift_ms = RENDER_SHIFT_MS): Promise<void> {
  desk.busy++;
  const begun = performance.now();
  try {
    const limits = { stopping, turn_ms: RENDER_TURN_MS };
    if (await isLeftOver(ctx.db, file_id)) await renderFile(ctx, file_id, limits);
    for (;;) {
      stopping.throwIfAborted();
      const dead_since = new Date(ctx.app.clock.now().getTime() - RENDER_SILENT_MS);
      const next = await findNextRendering(ctx.db, { dead_since, only_new: desk.busy > RENDER_SEATS });
      if (next === null) return;
      if (performance.now() - begun >= shift_ms) return await queueRendering(ctx, next);
      await renderFile(ctx, next.file_id, limits);
    }
  } finally {
    desk.busy--;
  }
}

/** Another worker took the rendering over; whatever this one still does is thrown away. */
class Replaced extends Error {}

export interface RenderingLimits {
  /** Aborted when the process stops: ends it between two pages by throwing; that is no attempt of the document. */
  stopping?: AbortSignal | undefined;
  /** After this long, and when another owner waits, the rest of the pages is left for the next turn. Without it: to the last page. */
  turn_ms?: number;
}

/**
 * Makes the pages of an original and completes the schemes that wait for them. Safe to call at any time and twice at once: one worker
 * owns it, a dead worker's pages stay and the rest is made. Only what the reader says of a document ends it, however often its
 * workers die.
 */
export async function renderFile(ctx: Ctx, file_id: number, limits: RenderingLimits = {}): Promise<void> {
  const { stopping } = limits;
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
  const work: Work = { file, rendering, stop, limits };
  try {
    const whole = await (file.type === 'pptx' ? renderPptx(ctx, work) : renderPdf(ctx, work));
    if (!whole) return await write(ctx, rendering, { status: 'waiting', attempt: 0 });
    if (file.type === 'pptx') await ctx.app.providers.storage.removePrivate([convertedKey(ctx.app.config.secrets.upload, file)]);
    await write(ctx, rendering, { status: 'done' });
  } catch (error) {
    if (error instanceof Replaced || !(await findFile(ctx.db, file_id))) return;
    if (stopping?.aborted && !(error instanceof DocumentError)) {
      await write(ctx, rendering, { status: 'waiting', attempt: rendering.attempt - 1 });
      throw error;
    }
    if (!(error instanceof DocumentError)) {
      // a page that was drawn has set it back
      const before = (await findRenderings(ctx.db, [file_id])).get(file_id)?.failures ?? 0;
      const failures = before + (isMachineFault(error) ? 0 : 1);
      await write(ctx, rendering, { status: 'waiting', failures });
      if (failures < RENDER_FAILURES_MAX) throw error;
    }
    ctx.log.warn({ file_id, err: error }, 'original could not be rendered');
    await write(ctx, rendering, { status: 'failed', failure: error instanceof DocumentError ? error.message : OWN_FAULT });
  } finally {
    clearInterval(heartbeat);
    stopping?.removeEventListener('abort', leave);
  }
  budgetsOf(ctx).delete(file_id);
  await completeWaiting(ctx, file_id);
}

/** One claim of a rendering. */
interface Work {
  file: FileRow;
  rendering: RenderingRow;
  stop: AbortController;
  limits: RenderingLimits;
}

/** What is left of the time of files that are drawn here; a new process begins again. */
const budgets = new WeakMap<App, Map<number, { left_ms: number }>>();

function budgetsOf({ app }: Ctx): Map<number, { left_ms: number }> {
  const known = budgets.get(app) ?? new Map();
  budgets.set(app, known);
  return known;
}

const OWN_FAULT = '处理文件时出现问题，与文件内容无关，请点“重试”';

/** The PDF of a PPTX is stored until its last page is drawn: neither the next turn nor a crash converts again. */
async function renderPptx(ctx: Ctx, work: Work): Promise<boolean> {
  const { storage, documents } = ctx.app.providers;
  const { file, rendering } = work;
  const key = convertedKey(ctx.app.config.secrets.upload, file);
  if (!(await storage.statPrivate(key))) {
    await write(ctx, rendering, { status: 'converting' });
    await storage.withScratch(async (folder) => {
      const pdf = `${folder}/converted.pdf`;
      await storage.withPrivateFile(file.key, (path) => documents.convert(path, pdf, file.owner_id));
      await storage.putPrivate(key, createReadStream(pdf));
    });
  }
  return storage.withPrivateFile(key, async (pdf) => {
    const { page_count } = await documents.inspect(pdf, file.owner_id);
    return drawPages(ctx, pdf, { ...work, rendering: { ...rendering, page_count } });
  });
}

function renderPdf(ctx: Ctx, work: Work): Promise<boolean> {
  return ctx.app.providers.storage.withPrivateFile(work.file.key, (path) => drawPages(ctx, path, work));
}

/** @returns false when pages are left for the next turn */
async function drawPages(ctx: Ctx, path: string, { file, rendering, stop, limits }: Work): Promise<boolean> {
  const known = await findFilePages(ctx.db, file.id);
  const done = new Set(known.map((page) => page.page_no));
  let text_left = TEXT_TOTAL_MAX - known.reduce((sum, page) => sum + page.text.length, 0);
  const { page_count } = rendering;
  await write(ctx, rendering, { status: 'rendering', page_count, done_pages: done.size });
  const budget = budgetsOf(ctx).get(file.id) ?? { left_ms: renderBudgetMs(page_count) };
  budgetsOf(ctx).set(file.id, budget);
  const begun = performance.now();
  let over = false;
  await ctx.app.providers.documents.render(path, {
    page_count,
    skip: (page_no) => done.has(page_no),
    signal: stop.signal,
    budget,
    goesOn: () => !over,
    async onPage(page) {
      const text = page.text.slice(0, Math.max(0, text_left)).toWellFormed();
      text_left -= text.length;
      await keepPage(ctx, file, page, text);
      done.add(page.page_no);
      await write(ctx, rendering, { done_pages: done.size, failures: 0 });
      const used_ms = performance.now() - begun;
      if (!over && limits.turn_ms !== undefined && used_ms >= limits.turn_ms) over = await othersWait(ctx.db, file.owner_id);
    },
  });
  // pages are drawn side by side, and the number of one may have been written after that of a later one
  await write(ctx, rendering, { done_pages: done.size });
  return done.size >= page_count;
}

async function keepPage(ctx: Ctx, file: FileRow, page: RenderedPage, text: string): Promise<void> {
  const key = pageKey(ctx.app.config.secrets.upload, file, page.page_no);
  for (const { width, data } of page.pictures) await ctx.app.providers.storage.putPrivate(pictureFile(key, width), data);
  const { page_no, width, height } = page;
  await insertFilePage(ctx.db, { file_id: file.id, page_no, width, height, key, text, mark: markOf(page) });
}

async function write(ctx: Ctx, rendering: RenderingRow, change: Partial<RenderingRow>): Promise<void> {
  if (!(await writeRendering(ctx.db, rendering, { ...change, updated_at: ctx.app.clock.now() }))) throw new Replaced();
}

/** Draws the pages of one original: payload `{ file_id }`. */
export const RENDER_JOB = 'publishing.render';

/** Behind everybody's files. */
const BACKGROUND_PRIORITY = -10;

/** Puts a file into the queue: people's files in order of arrival, then background files. */
export async function queueRendering(ctx: Ctx, of: { file_id: number; background: boolean }, tx?: Tx): Promise<void> {
  const options: SendOptions = { singleton_key: `file:${of.file_id}`, priority: of.background ? BACKGROUND_PRIORITY : 0 };
  await ctx.app.jobs.send(RENDER_JOB, { file_id: of.file_id }, options, tx);
}
