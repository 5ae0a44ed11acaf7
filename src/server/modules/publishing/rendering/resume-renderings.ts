import type { Ctx } from '../../../app/ctx.ts';
import { completeWaiting } from '../drafts/complete-waiting.ts';
import { findFinishedFilesWaitedFor, findIdleRenderings } from '../repo.ts';
import { RENDER_SILENT_MS } from '../rules.ts';
import { queueRendering } from './render-job.ts';

/** Puts renderings whose worker died, or whose job was lost, back into the queue, and completes submits that a crash left waiting. */
export async function resumeRenderings(ctx: Ctx): Promise<void> {
  const dead_since = new Date(ctx.app.clock.now().getTime() - RENDER_SILENT_MS);
  for (const idle of await findIdleRenderings(ctx.db, dead_since)) await queueRendering(ctx, idle);
  for (const file_id of await findFinishedFilesWaitedFor(ctx.db)) await completeWaiting(ctx, file_id);
}
