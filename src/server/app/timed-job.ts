import type { JobDefinition } from '../db/jobs.ts';
import { isDatabaseUnavailable } from '../db/pool.ts';
import { type App, type Ctx, createCtx } from './ctx.ts';

/** Work that the clock begins, step after step, in the name of its job. A step that fails keeps none of the others from its turn. */
export const timedJob = (
  app: App,
  name: string,
  cron: string,
  ...steps: Array<(ctx: Ctx, stopping: AbortSignal) => Promise<unknown>>
): JobDefinition => ({
  ...{ name, cron },
  async run(_payload, stopping) {
    const failures: unknown[] = [];
    for (const step of steps) {
      stopping.throwIfAborted();
      await step(createCtx(app, { kind: 'job', name }, name), stopping).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
});

/**
 * Does the work of one row after the other. What fails for one is logged as `what` and left to the next run; those behind it have their turn.
 * @returns of how many it was done
 * @throws when the work is stopped, or the database is away
 */
export async function rowByRow<T>(
  ctx: Ctx,
  rows: Iterable<T>,
  what: string,
  work: (row: T) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<number> {
  let done = 0;
  for (const row of rows) {
    stopping?.throwIfAborted();
    try {
      await work(row);
      done++;
    } catch (error) {
      if (stopping?.aborted || isDatabaseUnavailable(error)) throw error;
      ctx.log.error({ err: error, row: idOf(row) }, what);
    }
  }
  return done;
}

/** Rows hold personal data, which no log has. */
function idOf(row: unknown): unknown {
  if (typeof row !== 'object') return row;
  const { id, item_id, user_id } = (row ?? {}) as Record<string, unknown>;
  return id ?? item_id ?? user_id;
}
