import { sha256 } from '../kernel/ids.ts';
import type { WorkerTask } from '../kernel/workers.ts';
import { AppMemory } from './app-memory.ts';
import type { Actor, Ctx } from './ctx.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const drawn = new AppMemory<string, Bytes>({ max: 500, ttl_ms: 10 * 60_000, max_bytes: 32 * 1024 ** 2, bytes_of: ({ length }) => length });

/** Runs `task` in a worker in the caller's turn. @throws AppError as `Workers.run` */
export const inWorker = <I, O>(ctx: Ctx, task: WorkerTask<I, O>, input: I): Promise<O> =>
  ctx.app.workers.run(ownerOf(ctx.actor), task, input);

/** The file that a worker draws from `input`; the same input is answered from memory. Null: the task has nothing to draw. */
export async function drawnFile<I, O extends Bytes | null>(ctx: Ctx, task: WorkerTask<I, O>, input: I): Promise<Bytes | O> {
  const key = sha256(JSON.stringify([task.file.href, task.name, input]));
  const known = drawn.get(ctx.app, key);
  if (known) return known;
  const made = await inWorker(ctx, task, input);
  if (made) drawn.set(ctx.app, key, made);
  return made;
}

function ownerOf(actor: Actor): string {
  if (actor.kind === 'user') return `user:${actor.employee_id ?? actor.user_id}`;
  return actor.kind === 'visitor' ? `network:${actor.address}` : actor.kind;
}
