import type { Ctx } from '../../../app/ctx.ts';
import type { SendOptions } from '../../../db/jobs.ts';
import type { Tx } from '../../../db/pool.ts';

/** Draws the pages of one original: payload `{ file_id }`. */
export const RENDER_JOB = 'publishing.render';

/** Behind everybody's files. */
const BACKGROUND_PRIORITY = -10;

/** Puts a file into the queue: people's files in order of arrival, then those that nobody waits for. */
export async function queueRendering(ctx: Ctx, of: { file_id: number; background: boolean }, tx?: Tx): Promise<void> {
  const options: SendOptions = { singleton_key: `file:${of.file_id}`, priority: of.background ? BACKGROUND_PRIORITY : 0 };
  await ctx.app.jobs.send(RENDER_JOB, { file_id: of.file_id }, options, tx);
}
