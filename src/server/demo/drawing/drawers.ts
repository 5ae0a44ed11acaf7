import { type ChildProcess, fork } from 'node:child_process';
import type { Drawing, DrawingWish } from './draw-work.ts';
import type { DrawingReply, DrawingRequest } from './drawing-child.ts';

/** Processes that draw beside the site, one drawing each at a time, in the order in which they are asked. */
export interface Drawers {
  /** @throws when it cannot be drawn, or the drawers were stopped */
  draw(wish: DrawingWish): Promise<Drawing>;
  /** From now on behind everything that somebody waits for. */
  standBack(): void;
  stop(): void;
}

interface Task {
  wish: DrawingWish;
  done: PromiseWithResolvers<Drawing>;
}

const MAIN = new URL('./drawing-child.ts', import.meta.url);

export function startDrawers(count: number): Drawers {
  const waiting: Task[] = [];
  const busy = new Map<ChildProcess, Task>();
  const idle: ChildProcess[] = [];
  let stopped = false;
  let back = false;
  let next_id = 1;

  const work = () => {
    while (waiting.length > 0 && idle.length > 0) {
      const child = idle.pop() as ChildProcess;
      const task = waiting.shift() as Task;
      busy.set(child, task);
      child.send({ id: next_id++, wish: task.wish } satisfies DrawingRequest);
    }
  };
  const start = () => {
    // no environment: it needs none, and knows no secret then
    const child = fork(MAIN, [], { env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    if (back) child.send('stand back' satisfies DrawingRequest);
    child.on('message', (reply: DrawingReply) => {
      const task = busy.get(child);
      busy.delete(child);
      idle.push(child);
      if ('drawing' in reply) task?.done.resolve(reply.drawing);
      else task?.done.reject(new Error(reply.failure));
      work();
    });
    child.once('exit', () => {
      const task = busy.get(child);
      busy.delete(child);
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
      task?.done.reject(new Error('the drawing process is gone'));
      if (!stopped && task) start();
    });
    child.on('error', () => undefined);
    idle.push(child);
    work();
  };
  for (let i = 0; i < count; i++) start();

  return {
    draw(wish) {
      if (stopped) return Promise.reject(new Error('drawing has stopped'));
      const done = Promise.withResolvers<Drawing>();
      // who asked ahead may never come for it
      done.promise.catch(() => undefined);
      waiting.push({ wish, done });
      work();
      return done.promise;
    },
    standBack() {
      back = true;
      for (const child of [...idle, ...busy.keys()]) child.send('stand back' satisfies DrawingRequest);
    },
    stop() {
      stopped = true;
      for (const { done } of waiting.splice(0)) done.reject(new Error('drawing has stopped'));
      for (const child of [...idle, ...busy.keys()]) child.kill('SIGKILL');
    },
  };
}
