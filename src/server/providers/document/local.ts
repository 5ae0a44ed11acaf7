import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createFairGate } from '../../kernel/fair-gate.ts';
import type { Storage } from '../storage/port.ts';
import { ChildLost, type DocumentChild, startDocumentChild } from './child.ts';
import { plainContents, READABLE } from './contents.ts';
import { createDesk, type Desk } from './desk.ts';
import { findTool } from './find-tool.ts';
import { findIsolation, type Isolation } from './isolation.ts';
import { type Encoder, findEncoder, narrowFilm } from './narrow-film.ts';
import { convertPptx, findOffice, type Office } from './office.ts';
import { endOrphans } from './orphans.ts';
import { type Conversion, DocumentError, type Documents, OFFICE_MISSING, OFFICE_UNSAFE, ReaderLost, type RenderOptions } from './port.ts';

/** Limits hold for work that gets the processor (processor-limit.ts). */
const INSPECT_TIMEOUT_MS = 90_000;
const TEXT_TIMEOUT_MS = 20_000;
/** Two gigabytes are read and written once. */
const FILM_TIMEOUT_MS = 140_000;
/** Of a page, unless the configuration says otherwise, and of an uploaded picture. */
const PAGE_TIMEOUT_MS = 30_000;
/** A film that was encoded again is this much shorter or longer at most: its learners see all of it. */
const OFF_LEAST_S = 2;
const OFF_PART = 0.01;
/** Children that draw at once, whatever number of documents there is; one more while a document comes to a desk that hangs. */
const WORKERS = 2;
/** A child above this is replaced before its next page. */
const RSS_MAX_BYTES = 700 * 1024 ** 2;
const INSPECTIONS_AT_ONCE = 2;
const CONVERSIONS_AT_ONCE = 2;
/** Attempts of one piece of work whose child is ended from outside. */
const LOSSES_MAX = 3;

/**
 * PDFium and sharp in child processes, LibreOffice when installed. `tool_path` is where programs are looked for; a page that takes
 * longer than `page_ms` to be drawn is tried once more and then given up.
 */
export function localDocuments(storage: Storage, tool_path: string, page_ms = PAGE_TIMEOUT_MS): Documents {
  const inspections = createFairGate(INSPECTIONS_AT_ONCE);
  const conversions = createFairGate(CONVERSIONS_AT_ONCE);
  const desk = createDesk(WORKERS);
  let looking: Promise<Isolation | null> | null = null;
  void endOrphans();
  const isolation = () => {
    looking ??= storage
      .withScratch((folder) => findIsolation(tool_path, folder))
      .catch(() => {
        // a disk that is full says nothing about the kernel: asked again
        looking = null;
        return null;
      });
    return looking;
  };
  const office = async (): Promise<Office | { refused: string }> => {
    const program = findOffice(tool_path);
    if (!program) return { refused: OFFICE_MISSING };
    const prlimit = findTool('prlimit', tool_path);
    const isolated = await isolation();
    return isolated && prlimit ? { office: program, prlimit, isolation: isolated } : { refused: OFFICE_UNSAFE };
  };
  const encoder = async (): Promise<Encoder | null> => {
    const [ffmpeg, prlimit, isolated] = [findEncoder(tool_path), findTool('prlimit', tool_path), await isolation()];
    return ffmpeg && prlimit && isolated ? { ffmpeg, prlimit, isolation: isolated } : null;
  };
  const makeFilm = (path: string, target: string, owner: number, part: { up_to_s?: number }) =>
    inspections(owner, () =>
      storage.withScratch(async (folder) => {
        const name = 'film';
        const facts = await once(await isolation(), path, (child) => child.call('film', { name, ...part }, FILM_TIMEOUT_MS), folder);
        await rename(join(folder, name), target);
        return facts;
      }),
    );
  return {
    inspect: (path, owner = 0) =>
      inspections(owner, async () => once(await isolation(), path, (child) => child.call('inspect', {}, INSPECT_TIMEOUT_MS))),
    async contents(path, { type, size_bytes }, owner = 0) {
      if (!READABLE.includes(type)) return plainContents(type, size_bytes);
      const read = async () => once(await isolation(), path, (child) => child.call('contents', { type, size_bytes }, INSPECT_TIMEOUT_MS));
      return inspections(owner, read).catch((error: unknown) => {
        if (error instanceof DocumentError) return plainContents(type, size_bytes);
        throw error;
      });
    },
    text: (path, owner = 0) =>
      inspections(owner, async () => once(await isolation(), path, (child) => child.call('text', {}, TEXT_TIMEOUT_MS))),
    pictures: (path, owner = 0) =>
      inspections(owner, async () => once(await isolation(), path, (child) => child.call('pictures', {}, PAGE_TIMEOUT_MS))),
    film: (path, target, owner = 0) => makeFilm(path, target, owner, {}),
    trial: (path, target, seconds, owner = 0) => makeFilm(path, target, owner, { up_to_s: seconds }),
    narrows: async () => (await encoder()) !== null,
    async narrow(path, target, of, stopping) {
      const found = await encoder();
      if (!found) throw new ReaderLost('ffmpeg is not here any more');
      // what it wrote is read again as strictly as what a stranger sends
      const facts = await storage.withScratch(async (scratch) =>
        makeFilm(await narrowFilm(path, scratch, of, found, stopping), target, 0, {}),
      );
      const off_s = Math.abs(facts.duration_ms / 1000 - of.duration_s);
      if (off_s > Math.max(OFF_LEAST_S, of.duration_s * OFF_PART)) throw new DocumentError('视频无法完整转码');
      return facts;
    },
    async conversion(): Promise<Conversion> {
      const found = await office();
      return 'refused' in found ? { possible: false, reason: found.refused } : { possible: true, reason: '' };
    },
    isolated: async () => (await isolation()) !== null,
    async convert(path, target, owner = 0) {
      const found = await office();
      if ('refused' in found) throw new DocumentError(found.refused);
      await conversions(owner, () =>
        storage.withScratch(async (scratch) => {
          const name = 'detached.pptx';
          await once(found.isolation, path, (child) => child.call('detach', { name }, INSPECT_TIMEOUT_MS), scratch);
          await storage.withScratch((folder) => convertPptx(join(scratch, name), target, folder, found));
        }),
      );
    },
    render: async (path, options) => render(desk, await isolation(), path, { page_ms, ...options }),
  };
}

/** One call to a child of its own; once more when the first was ended from outside. */
async function once<T>(isolation: Isolation | null, path: string, work: (child: DocumentChild) => Promise<T>, folder = ''): Promise<T> {
  for (let losses = 1; ; losses++) {
    const child = startDocumentChild(isolation, path, folder);
    try {
      return await work(child);
    } catch (error) {
      if (!(error instanceof ChildLost)) throw error;
      if (error.fault === 'document') throw new DocumentError('文件内容异常，无法处理，请重新导出后再上传', error);
      if (error.fault === 'starved' || losses === LOSSES_MAX)
        throw new ReaderLost('document child was lost again and again', { cause: error });
    } finally {
      child.stop();
    }
  }
}

/** With how long each page may take. */
type TimedOptions = RenderOptions & { page_ms: number };

/**
 * Draws a document: its first worker always goes on, others help as long as the desk has room. So one document has both cores, of two
 * each has one, and pages that hang in one document never keep another from beginning.
 */
async function render(desk: Desk, isolation: Isolation | null, path: string, options: TimedOptions): Promise<void> {
  const waiting: number[] = [];
  for (let page_no = 1; page_no <= options.page_count; page_no++) if (!options.skip(page_no)) waiting.push(page_no);
  if (waiting.length === 0) return;
  const stop = new AbortController();
  const drained = new AbortController();
  const stopped = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const goesOn = () => options.goesOn?.() ?? true;
  const draw = (may: () => boolean) => drawPages(() => startDocumentChild(isolation, path), waiting, options, stopped, may);
  const help = async () => {
    while (waiting.length > 0 && goesOn()) {
      const leave = await desk.join(AbortSignal.any([stopped, drained.signal]));
      if (!leave) return;
      await draw(() => goesOn() && !desk.isCrowded()).finally(leave);
    }
  };
  const count = Math.min(options.workers ?? WORKERS, waiting.length);
  const close = desk.open();
  const first = draw(goesOn).finally(() => drained.abort());
  const helpers = Array.from({ length: count - 1 }, help);
  const workers = [first, ...helpers];
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(workers);
    throw error;
  } finally {
    close();
  }
}

/**
 * Takes pages off the shared list until it is empty, or `goesOn` says no between two pages. A page that ends or hangs its child gets a second
 * attempt in a fresh one; a child that is ended from outside costs the page nothing.
 */
async function drawPages(
  start: () => DocumentChild,
  waiting: number[],
  options: TimedOptions,
  stopped: AbortSignal,
  goesOn: () => boolean,
): Promise<void> {
  let child = start();
  // a page may take its half a minute: its result is no longer awaited
  const leave = () => child.stop();
  stopped.addEventListener('abort', leave, { once: true });
  try {
    while (goesOn()) {
      const page_no = waiting.shift();
      if (page_no === undefined) break;
      for (const lost = { document: 0, machine: 0, starved: 0 }; ; ) {
        stopped.throwIfAborted();
        const before = child.cpu_ms();
        const spend = () => {
          if (options.budget) options.budget.left_ms -= child.cpu_ms() - before;
        };
        try {
          const page = await child.call('draw', { page_no }, options.page_ms).finally(spend);
          await options.onPage(page);
          break;
        } catch (error) {
          stopped.throwIfAborted();
          if (!(error instanceof ChildLost)) throw error;
          lost[error.fault]++;
          if (lost.document === 2) throw new DocumentError(`第 ${page_no} 页内容异常，无法生成预览，请简化该页后重新上传`, error);
          if (lost.starved === 1 || lost.machine === LOSSES_MAX)
            throw new ReaderLost('document child was lost again and again', { cause: error });
          child.stop();
          child = start();
        }
      }
      if (options.budget && options.budget.left_ms < 0) throw new DocumentError('文件内容过于复杂，生成预览用时过长，请简化后重新上传');
      if (child.rss_bytes() > RSS_MAX_BYTES) {
        child.stop();
        child = start();
      }
    }
  } finally {
    stopped.removeEventListener('abort', leave);
    child.stop();
  }
}
