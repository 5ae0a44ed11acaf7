import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileContents } from '#contract/design-contents.ts';
import type { FilmFacts } from '#contract/publish.ts';
import { type Fault, faultOf } from './fault.ts';
import type { Isolation } from './isolation.ts';
import { watchMemory } from './memory-watch.ts';
import { DocumentError, type DocumentFacts, type DocumentText, type EncodedPicture, type RenderedPage } from './port.ts';
import { processorMs } from './process-tree.ts';
import { limitProcessor } from './processor-limit.ts';

/** What a child can do; each answer is bounded by the caller's limit. */
export interface ChildCalls {
  inspect: { ask: object; answer: DocumentFacts };
  contents: { ask: { type: string; size_bytes: number }; answer: FileContents | null };
  text: { ask: object; answer: DocumentText };
  draw: { ask: { page_no: number }; answer: RenderedPage };
  pictures: { ask: object; answer: EncodedPicture };
  /** Writes the film to `name` in the folder of the child. */
  film: { ask: { name: string; up_to_s?: number }; answer: FilmFacts };
  /** Writes a copy of a PPTX that asks for nothing outside of itself to `name` in the folder of the child. */
  detach: { ask: { name: string }; answer: undefined };
}

/** Paths as the child sees them. */
interface Paths {
  path: string;
  folder: string;
}
export type ChildRequest = { [K in keyof ChildCalls]: { id: number; op: K } & Paths & ChildCalls[K]['ask'] }[keyof ChildCalls];

export type ChildReply = { id: number; rss_bytes: number; cpu_ms: number } & (
  | { ok: true; answer: unknown }
  /** `reason` is for people when refused, else for the log. */
  | { ok: false; fault: 'refused' | Fault; reason: string }
);

/** The first message of a child. Asked before that, one whose parent dies in the same moment would work on alone. */
export const CHILD_READY = 'ready';

/** The child died, was killed because it took too much, or could not do its work. */
export class ChildLost extends Error {
  readonly fault: Fault;
  constructor(message: string, fault: Fault) {
    super(message);
    this.fault = fault;
  }
}

export interface DocumentChild {
  /**
   * `timeout_ms`: as long as it may take with a fair part of the processor (processor-limit.ts).
   * @throws DocumentError with a reason for people; ChildLost when the child is gone
   */
  call<K extends keyof ChildCalls>(op: K, ask: ChildCalls[K]['ask'], timeout_ms: number): Promise<ChildCalls[K]['answer']>;
  /** Resident memory after the last answer. */
  rss_bytes(): number;
  /** Processor time of all calls so far; one that took too long counts its whole time. */
  cpu_ms(): number;
  stop(): void;
}

/** Old-space limit of a child, MB: bitmaps and WASM memory are outside of it. */
const HEAP_MB = 256;
/** Above what PDFium may grow to (see pdfium.ts), pictures and the rest: the watch is for what grows outside of it. */
const RESIDENT_MAX_BYTES = 1024 ** 3;
const ROOT = new URL('../../../../', import.meta.url);
const MAIN = new URL('./child-main.ts', import.meta.url);
/** What the child's program consists of; it sees none of the rest of the project. */
const PROGRAM = ['node_modules', 'package.json', 'src/contract', 'src/server/providers/document'];

/**
 * Starts a process that reads the untrusted document at `path`: no environment, so no secret, low priority, and where the system can
 * isolate it, nothing but its program, the document and `folder`. One call at a time.
 */
export function startDocumentChild(isolation: Isolation | null, path: string, folder = ''): DocumentChild {
  const child: ChildProcess = fork(MAIN, [], {
    env: {},
    ...program(isolation, path, folder),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const paths: Paths = isolation ? { path: '/document', folder: '/folder' } : { path, folder };
  let rss = 0;
  let cpu_ms = 0;
  let next_id = 1;
  let lost: ChildLost | null = null;
  const ready = Promise.withResolvers<void>();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const lose = (why: string, fault: Fault) => {
    lost ??= new ChildLost(why, fault);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
    child.kill('SIGKILL');
  };
  const endWatch = watchMemory(child.pid ?? 0, RESIDENT_MAX_BYTES, () => lose('document child takes too much memory', 'document'));
  child.on('message', (message: ChildReply | typeof CHILD_READY) => {
    if (message === CHILD_READY) return ready.resolve();
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    rss = message.rss_bytes;
    cpu_ms += message.cpu_ms;
    if (message.ok) call?.resolve(message.answer);
    else call?.reject(message.fault === 'refused' ? new DocumentError(message.reason) : new ChildLost(message.reason, message.fault));
  });
  // a child that hangs in a page does not notice that we are gone
  const endIt = () => child.kill('SIGKILL');
  process.once('exit', endIt);
  child.on('exit', (code, signal) => {
    endWatch();
    process.off('exit', endIt);
    lose(`document child ended (${signal ?? code})`, faultOf(code, signal));
  });
  child.on('error', (error) => lose(error.message, 'machine'));
  return {
    async call(op, ask, timeout_ms) {
      if (lost) throw lost;
      const id = next_id++;
      let endLimit: () => void = () => undefined;
      try {
        return (await new Promise<unknown>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          endLimit = limitProcessor({
            timeout_ms,
            used_ms: () => processorMs(child.pid ?? 0),
            onOver(fault, waited_ms) {
              if (fault === 'document') cpu_ms += timeout_ms;
              lose(`${op} took longer than ${waited_ms} ms`, fault);
            },
          });
          void ready.promise.then(() =>
            child.send({ id, op, ...paths, ...ask }, (error) => {
              if (error) lose(error.message, 'machine');
            }),
          );
        })) as never;
      } finally {
        endLimit();
      }
    },
    rss_bytes: () => rss,
    cpu_ms: () => cpu_ms,
    stop() {
      endWatch();
      child.kill('SIGKILL');
    },
  };
}

function program(isolation: Isolation | null, path: string, folder: string): { execPath: string; execArgv: string[] } {
  const flags = [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'];
  if (!isolation) return { execPath: process.execPath, execArgv: flags };
  const ours = [process.execPath, ...PROGRAM.map((part) => fileURLToPath(new URL(part, ROOT)))];
  const read = { ...Object.fromEntries(ours.map((file) => [file, file])), [path]: '/document' };
  const [execPath = '', ...execArgv] = isolation.enter({ read, cwd: '/', ...(folder ? { write: [folder, '/folder'] } : {}) }, [
    process.execPath,
    ...flags,
  ]);
  return { execPath, execArgv };
}
