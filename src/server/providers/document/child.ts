import { type ChildProcess, fork } from 'node:child_process';
import { DocumentError, type DocumentFacts, type RenderedPage } from './port.ts';

/** What a child can do; each answer is bounded by the caller's timeout. */
export interface ChildCalls {
  inspect: { ask: { path: string }; answer: DocumentFacts };
  draw: { ask: { path: string; page_no: number }; answer: RenderedPage };
  pictures: {
    ask: { path: string };
    answer: { width: number; height: number; type: 'png' | 'jpeg' | 'webp'; pictures: RenderedPage['pictures'] };
  };
}

export type ChildRequest = { [K in keyof ChildCalls]: { id: number; op: K } & ChildCalls[K]['ask'] }[keyof ChildCalls];

export type ChildReply = { id: number; rss_bytes: number } & (
  | { ok: true; answer: unknown }
  /** `reason` is for people when `refused`, else for the log. */
  | { ok: false; refused: boolean; reason: string }
);

/** The child died or was killed because it took too long. */
export class ChildLost extends Error {}

export interface DocumentChild {
  /** @throws DocumentError with a reason for people; ChildLost when the child is gone */
  call<K extends keyof ChildCalls>(op: K, ask: ChildCalls[K]['ask'], timeout_ms: number): Promise<ChildCalls[K]['answer']>;
  /** Resident memory after the last answer. */
  rss_bytes(): number;
  stop(): void;
}

/** Old-space limit of a child, MB: bitmaps and WASM memory are outside of it. */
const HEAP_MB = 256;

/**
 * Starts a process that reads untrusted documents: it inherits no environment, so no secret, and runs at low priority. One call at
 * a time.
 */
export function startDocumentChild(): DocumentChild {
  const child: ChildProcess = fork(new URL('./child-main.ts', import.meta.url), [], {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let rss = 0;
  let next_id = 1;
  let lost = false;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const lose = (why: string) => {
    lost = true;
    for (const { reject } of waiting.values()) reject(new ChildLost(why));
    waiting.clear();
  };
  child.on('message', (message: ChildReply) => {
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    rss = message.rss_bytes;
    if (message.ok) call?.resolve(message.answer);
    else call?.reject(message.refused ? new DocumentError(message.reason) : new ChildLost(message.reason));
  });
  // a child that hangs in a page does not hear that we are gone
  const endIt = () => child.kill('SIGKILL');
  process.once('exit', endIt);
  child.on('exit', (code, signal) => {
    process.off('exit', endIt);
    lose(`document child ended (${signal ?? code})`);
  });
  child.on('error', (error) => lose(error.message));
  return {
    async call(op, ask, timeout_ms) {
      if (lost) throw new ChildLost('document child is gone');
      const id = next_id++;
      let timer: NodeJS.Timeout | undefined;
      try {
        return (await new Promise<unknown>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          timer = setTimeout(() => {
            child.kill('SIGKILL');
            lose(`${op} took longer than ${timeout_ms} ms`);
          }, timeout_ms);
          child.send({ id, op, ...ask }, (error) => {
            if (error) lose(error.message);
          });
        })) as never;
      } finally {
        clearTimeout(timer);
      }
    },
    rss_bytes: () => rss,
    stop() {
      child.kill('SIGKILL');
    },
  };
}
