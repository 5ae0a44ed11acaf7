import type { Storage } from '../storage/port.ts';
import { ChildLost, type DocumentChild, startDocumentChild } from './child.ts';
import { convertPptx, findOffice } from './office.ts';
import { DocumentError, type Documents, type RenderOptions } from './port.ts';

const INSPECT_TIMEOUT_MS = 90_000;
const PAGE_TIMEOUT_MS = 30_000;
/** Children that draw at once, whatever number of documents there is; one more while a document comes to a desk that hangs. */
const WORKERS = 2;
/** A child above this is replaced before its next page. */
const RSS_MAX_BYTES = 700 * 1024 ** 2;
const INSPECTIONS_AT_ONCE = 2;

/** PDFium and sharp in child processes, LibreOffice when installed. `tool_path` is where programs are looked for. */
export function localDocuments(storage: Storage, tool_path: string): Documents {
  const gate = createGate(INSPECTIONS_AT_ONCE);
  const desk = createDesk(WORKERS);
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
    render: (path, options) => render(desk, path, options),
  };
}

/**
 * Draws a document: its first worker always goes on, others help as long as the desk has room. So one document has both cores, of two
 * each has one, and pages that hang in one document never keep another from beginning.
 */
async function render(desk: Desk, path: string, options: RenderOptions): Promise<void> {
  const waiting: number[] = [];
  for (let page_no = 1; page_no <= options.page_count; page_no++) if (!options.skip(page_no)) waiting.push(page_no);
  if (waiting.length === 0) return;
  const stop = new AbortController();
  const drained = new AbortController();
  const stopped = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const help = async () => {
    while (waiting.length > 0) {
      const leave = await desk.join(AbortSignal.any([stopped, drained.signal]));
      if (!leave) return;
      await drawPages(path, waiting, options, stopped, () => !desk.isCrowded()).finally(leave);
    }
  };
  const count = Math.min(options.workers ?? WORKERS, waiting.length);
  const close = desk.open();
  const first = drawPages(path, waiting, options, stopped, () => true).finally(() => drained.abort());
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
 * Takes pages off the shared list until it is empty, or `goesOn` says no between two pages. A child that dies or hangs gets its page
 * once more in a fresh one.
 */
async function drawPages(
  path: string,
  waiting: number[],
  options: RenderOptions,
  stopped: AbortSignal,
  goesOn: () => boolean,
): Promise<void> {
  let child = startDocumentChild();
  // a page may take its half a minute: nobody waits for it any more
  const leave = () => child.stop();
  stopped.addEventListener('abort', leave, { once: true });
  try {
    while (goesOn()) {
      const page_no = waiting.shift();
      if (page_no === undefined) break;
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

interface Desk {
  /** One more document, whose first worker never waits. Call the answer when it is done. */
  open(): () => void;
  /** Waits for room for a helper; call the answer when it leaves. Null when `until` is aborted before. */
  join(until: AbortSignal): Promise<(() => void) | null>;
  /** A helper is one too many: a document has come. */
  isCrowded(): boolean;
}

/** Room for `seats` workers: each document has its first one, and what is left is for helpers in order of asking. */
function createDesk(seats: number): Desk {
  let documents = 0;
  let helpers = 0;
  const queue: Array<() => void> = [];
  const fill = () => {
    while (documents + helpers < seats && queue.length > 0) {
      helpers++;
      queue.shift()?.();
    }
  };
  return {
    open() {
      documents++;
      return () => {
        documents--;
        fill();
      };
    },
    join(until) {
      return new Promise((resolve) => {
        if (until.aborted) return resolve(null);
        const give = () => {
          until.removeEventListener('abort', give_up);
          resolve(() => {
            helpers--;
            fill();
          });
        };
        const give_up = () => {
          queue.splice(queue.indexOf(give), 1);
          resolve(null);
        };
        until.addEventListener('abort', give_up, { once: true });
        queue.push(give);
        fill();
      });
    },
    isCrowded: () => documents + helpers > seats,
  };
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
