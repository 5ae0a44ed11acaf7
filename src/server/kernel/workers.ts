import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError, tooOften } from './errors.ts';
import { createFairGate } from './fair-gate.ts';

/** A function for workers: the export `name` of `file`, which only they load. It takes and gives plain data. */
export interface WorkerTask<I, O> {
  file: URL;
  name: string;
  /** Never there: says what goes in and what comes out. */
  types?: (input: I) => O;
}

/** Give the function's type: `workerTask<typeof drawTicket>(new URL('./draw-ticket.ts', import.meta.url), 'drawTicket')`. */
export const workerTask = <F extends (input: never) => unknown>(
  file: URL,
  name: string,
): WorkerTask<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ file, name });

export interface WorkerRequest {
  file: string;
  name: string;
  input: unknown;
}
export type WorkerReply = { ok: true; made: unknown } | { ok: false; error: unknown };

export interface Workers {
  /**
   * Runs a task beside the event loop, one at a time an owner. @throws AppError 429 for one who has too many waiting, 503 when all have or
   * during a stop, 504 when it takes too long, 500 when its worker died
   */
  run<I, O>(owner: string, task: WorkerTask<I, O>, input: I): Promise<O>;
  /** Refuses what comes from now on, gives what runs so long to end, then ends all threads. */
  stop(drain_ms: number): Promise<void>;
}

const LIMITS = {
  /** Threads; there is none before the first task. */
  seats: 2,
  /** Tasks of one owner, the running one included, and of all. */
  an_owner: 6,
  in_all: 60,
  /** Of one task that runs, on a machine that has no time for it: on a quiet one none takes three seconds. Below `DRAWING_TIMEOUT_MS`. */
  timeout_ms: 55_000,
  /** A thread without work ends, and its memory returns. */
  idle_ms: 30_000,
  heap_mb: 512,
};

/** What Node gives a thread of its own is so little that half of the time goes into collecting. */
const YOUNG_MB = 96;

const MAIN = new URL('./worker-main.ts', import.meta.url);
const STOPPING_TEXT = '网站正在重新启动，请稍后再试';

export function createWorkers(limits: Partial<typeof LIMITS> = {}): Workers {
  const { seats, an_owner, in_all, timeout_ms, idle_ms, heap_mb } = { ...LIMITS, ...limits };
  const gate = createFairGate<string>(seats, 1);
  const owners = new Map<string, number>();
  const threads = new Map<Worker, 'busy' | NodeJS.Timeout>();
  const under_way = new Set<Promise<unknown>>();
  let stopped = false;

  const end = (worker: Worker) => {
    const state = threads.get(worker);
    if (state !== 'busy') clearTimeout(state);
    threads.delete(worker);
    return worker.terminate();
  };
  const take = (): Worker => {
    const [idle, timer] = [...threads].find(([, state]) => state !== 'busy') ?? [];
    if (timer !== 'busy') clearTimeout(timer);
    const worker = idle ?? new Worker(MAIN, { resourceLimits: { maxOldGenerationSizeMb: heap_mb, maxYoungGenerationSizeMb: YOUNG_MB } });
    // one that dies without work only leaves the list
    if (!idle) worker.on('error', () => threads.delete(worker)).on('exit', () => threads.delete(worker));
    threads.set(worker, 'busy');
    worker.ref();
    return worker;
  };
  const leave = (worker: Worker) => {
    worker.unref();
    threads.set(worker, setTimeout(() => void end(worker), idle_ms).unref());
  };

  function work(request: WorkerRequest): Promise<unknown> {
    if (stopped) throw new AppError(STOPPING_TEXT, { status: 503 });
    const worker = take();
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        lose(new AppError('生成用时过长，请稍后再试', { status: 504, cause: new Error(`${request.name} took too long`) }));
      }, timeout_ms);
      const lose = (error: unknown) => {
        settle();
        void end(worker);
        reject(error);
      };
      const died = (cause: unknown) => lose(new AppError('生成失败，请稍后再试', { status: 500, cause }));
      const exited = (code: number) => died(new Error(`the worker of ${request.name} ended with ${code}`));
      const answered = (reply: WorkerReply) => {
        settle();
        leave(worker);
        if (reply.ok) resolve(reply.made);
        else reject(reply.error);
      };
      const settle = () => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', died).off('exit', exited);
      };
      worker.on('message', answered).on('error', died).on('exit', exited);
      worker.postMessage(request);
    });
  }

  return {
    async run<I, O>(owner: string, { file, name }: WorkerTask<I, O>, input: I): Promise<O> {
      const own = owners.get(owner) ?? 0;
      if (stopped) throw new AppError(STOPPING_TEXT, { status: 503 });
      if (own >= an_owner) throw tooOften('您的文件还在生成，请等它们完成后再试', 5);
      if (under_way.size >= in_all) throw new AppError('现在生成文件的人较多，请稍后再试', { status: 503 });
      owners.set(owner, own + 1);
      const made = gate(owner, () => work({ file: file.href, name, input }));
      under_way.add(made);
      try {
        return (await made) as O;
      } finally {
        under_way.delete(made);
        const left = (owners.get(owner) ?? 1) - 1;
        if (left > 0) owners.set(owner, left);
        else owners.delete(owner);
      }
    },
    async stop(drain_ms) {
      stopped = true;
      await Promise.race([Promise.allSettled(under_way), wait(drain_ms, undefined, { ref: false })]);
      await Promise.all([...threads.keys()].map(end));
    },
  };
}
