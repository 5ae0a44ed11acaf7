/** Entry of a worker thread: loads what it is asked for and answers one task at a time. */
import { parentPort } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './workers.ts';

parentPort?.on('message', async ({ file, name, input }: WorkerRequest) => {
  let reply: WorkerReply;
  try {
    const loaded = (await import(file)) as Record<string, (input: unknown) => unknown>;
    reply = { ok: true, made: await loaded[name]?.(input) };
  } catch (error) {
    reply = { ok: false, error };
  }
  parentPort?.postMessage(reply);
});
