import type { Storage } from '../storage/port.ts';
import { ChildLost, type DocumentChild, startDocumentChild } from './child.ts';
import { convertPptx, findOffice } from './office.ts';
import { DocumentError, type Documents, type RenderOptions } from './port.ts';

const INSPECT_TIMEOUT_MS = 90_000;
const PAGE_TIMEOUT_MS = 30_000;
const WORKERS = 2;
/** A child above this is replaced before its next page. */
const RSS_MAX_BYTES = 700 * 1024 ** 2;
const INSPECTIONS_AT_ONCE = 2;

/** PDFium and sharp in child processes, LibreOffice when installed. `tool_path` is where programs are looked for. */
export function localDocuments(storage: Storage, tool_path: string): Documents {
  const gate = createGate(INSPECTIONS_AT_ONCE);
  const once = <T>(work: (child: DocumentChild) => Promise<T>) =>
    gate(async () => {
      const child = startDocumentChild();
      try {
        return await work(child);
      } catch (error) {
        throw error instanceof ChildLost ? new DocumentError('文件内容异常，无法处理，请重新导出后再上传', error) : error;
      } finally {
        child.stop();
      }
    });
  return {
    inspect: (path) => once((child) => child.call('inspect', { path }, INSPECT_TIMEOUT_MS)),
    pictures: (path) => once((child) => child.call('pictures', { path }, PAGE_TIMEOUT_MS)),
    converts: () => findOffice(tool_path) !== null,
    convert: (path, target) => storage.withScratch((scratch) => convertPptx(path, target, scratch, tool_path)),
    render,
  };
}

async function render(path: string, options: RenderOptions): Promise<void> {
  const waiting: number[] = [];
  for (let page_no = 1; page_no <= options.page_count; page_no++) if (!options.skip(page_no)) waiting.push(page_no);
  const stop = new AbortController();
  const stopped = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const count = Math.min(options.workers ?? WORKERS, waiting.length);
  const workers = Array.from({ length: count }, () => drawPages(path, waiting, options, stopped));
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(workers);
    throw error;
  }
}

/** Takes pages off the shared list until it is empty. A child that dies or hangs gets its page once more in a fresh one. */
async function drawPages(path: string, waiting: number[], options: RenderOptions, stopped: AbortSignal): Promise<void> {
  let child = startDocumentChild();
  // a page may take its half a minute: nobody waits for it any more
  const leave = () => child.stop();
  stopped.addEventListener('abort', leave, { once: true });
  try {
    for (let page_no = waiting.shift(); page_no !== undefined; page_no = waiting.shift()) {
      for (let attempt = 1; ; attempt++) {
        stopped.throwIfAborted();
        try {
          await options.onPage(await child.call('draw', { path, page_no }, PAGE_TIMEOUT_MS));
          break;
        } catch (error) {
          stopped.throwIfAborted();
          if (!(error instanceof ChildLost)) throw error;
          if (attempt === 2) throw new DocumentError(`第 ${page_no} 页内容异常，无法生成预览，请简化该页后重新上传`, error);
          child.stop();
          child = startDocumentChild();
        }
      }
      if (child.rss_bytes() > RSS_MAX_BYTES) {
        child.stop();
        child = startDocumentChild();
      }
    }
  } finally {
    stopped.removeEventListener('abort', leave);
    child.stop();
  }
}

/** At most `count` pieces of work at a time; the rest wait in order. */
function createGate(count: number) {
  let free = count;
  const queue: Array<() => void> = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}
