import { type ChildProcess, fork } from 'node:child_process';
import type { Drawing, DrawingWish } from './draw-work.ts';
import type { DrawingReply, DrawingRequest } from './drawing-child.ts';

/** A process without a drawing ends, and its memory returns; the next drawing starts one. */
const IDLE_MS = 5_000;

/** Processes that draw beside the site, one drawing each at a time, in the order in which they are asked. */
export interface Drawers {
  /** Again in another process when one ends. @throws when it cannot be drawn, or the drawers were stopped */
  draw(wish: DrawingWish): Promise<Drawing>;
  /** From now on behind everything that somebody waits for. */
  standBack(): void;
  stop(): void;
}

/** Processes that may end below one drawing before it is held against it: the machine ends them too, when memory is short. */
const LOST_MOST = 3;

interface Task {
  wish: DrawingWish;
  /** Processes that ended while they drew it. */
  lost: number;
  done: PromiseWithResolvers<Drawing>;
}

const MAIN = new URL('./drawing-child.ts', import.meta.url);

/** `count`: the most of them; there is none before the first drawing. */
export function startDrawers(count: number, idle_ms = IDLE_MS): Drawers {
  const waiting: Task[] = [];
  const busy = new Map<ChildProcess, Task>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let stopped = false;
  let back = false;
  let next_id = 1;

  const work = () => {
    while (waiting.length > 0 && (idle.size > 0 || busy.size < count)) {
      const [child = start(), timer] = [...idle][0] ?? [];
      clearTimeout(timer);
      idle.delete(child);
      const task = waiting.shift() as Task;
      busy.set(child, task);
      child.send({ id: next_id++, wish: task.wish } satisfies DrawingRequest);
    }
  };
  const leave = (child: ChildProcess) => {
    const end = () => {
      // first out of the list: who is asked next must not be one that is about to be gone
      idle.delete(child);
      child.kill('SIGKILL');
    };
    idle.set(child, setTimeout(end, idle_ms).unref());
    work();
  };
  const start = (): ChildProcess => {
    // no environment: it needs none, and knows no secret then
    const child = fork(MAIN, [], {
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // pixels lie outside the heap: Node would begin to look through all of it after each 64 MB of them, a tenth of the processor
      execArgv: ['--max-semi-space-size=8', '--single-threaded-gc', '--no-incremental-marking'],
    });
    if (back) child.send('stand back' satisfies DrawingRequest);
    child.on('message', (reply: DrawingReply) => {
      const task = busy.get(child);
      busy.delete(child);
      if ('drawing' in reply) task?.done.resolve(reply.drawing);
      else task?.done.reject(new Error(reply.failure));
      leave(child);
    });
    child.once('exit', () => {
      const task = busy.get(child);
      busy.delete(child);
      clearTimeout(idle.get(child));
      idle.delete(child);
      if (task && !stopped && ++task.lost < LOST_MOST) waiting.unshift(task);
      else task?.done.reject(new Error('the drawing process is gone'));
      if (!stopped) work();
    });
    child.on('error', () => undefined);
    return child;
  };

  return {
    draw(wish) {
      if (stopped) return Promise.reject(new Error('drawing has stopped'));
      const done = Promise.withResolvers<Drawing>();
      // who asked ahead may never come for it
      done.promise.catch(() => undefined);
      waiting.push({ wish, lost: 0, done });
      work();
      return done.promise;
    },
    standBack() {
      back = true;
      for (const child of [...idle.keys(), ...busy.keys()]) child.send('stand back' satisfies DrawingRequest);
    },
    stop() {
      stopped = true;
      for (const { done } of waiting.splice(0)) done.reject(new Error('drawing has stopped'));
      for (const child of [...idle.keys(), ...busy.keys()]) child.kill('SIGKILL');
    },
  };
}
