import type { Ctx } from '../../../app/ctx.ts';
import { RENDER_SEATS, RENDER_SHIFT_MS, RENDER_SILENT_MS, RENDER_TURN_MS } from '../rules.ts';
import { queueRendering, renderFile } from './render-file.ts';
import { findNextRendering, isLeftOver } from './repo.ts';

/** How many workers of this process draw now. */
export interface Desk {
  busy: number;
}

/**
 * Draws file after file, each for a turn, until nothing waits. The job's own file only comes first when something went wrong with it before; else
 * it is the turn of the file that has had least. Above the seats only a newcomer is served.
 */
export async function renderTurns(ctx: Ctx, desk: Desk, file_id: number, stopping: AbortSignal, shift_ms = RENDER_SHIFT_MS): Promise<void> {
  desk.busy++;
  const begun = performance.now();
  try {
    const limits = { stopping, turn_ms: RENDER_TURN_MS };
    if (await isLeftOver(ctx.db, file_id)) await renderFile(ctx, file_id, limits);
    for (;;) {
      stopping.throwIfAborted();
      const dead_since = new Date(ctx.app.clock.now().getTime() - RENDER_SILENT_MS);
      const next = await findNextRendering(ctx.db, { dead_since, only_new: desk.busy > RENDER_SEATS });
      if (next === null) return;
      if (performance.now() - begun >= shift_ms) return await queueRendering(ctx, next);
      await renderFile(ctx, next.file_id, limits);
    }
  } finally {
    desk.busy--;
  }
}
