import type { KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { getItem } from '../catalog/index.ts';
import { writeFootprint } from './repo.ts';

/** Reads of the same page within this time are one. */
const AGAIN_MS = 60_000;
const KEPT_MOST = 5_000;

/** Who was just noted, so that a page that asks several times costs one write. */
const noted = new AppMemory<string, true>({ max: KEPT_MOST, ttl_ms: AGAIN_MS });

/**
 * Notes that a signed-in reader saw a published item of a kind that has a history (shell spec 2.6); visitors and their own drafts leave
 * none. One row an item, with the newest time.
 */
export async function leaveFootprint(ctx: Ctx, kind: KindFacts, item_id: number): Promise<void> {
  const user_id = userId(ctx);
  const type = kind.types.history;
  if (user_id === null || type === undefined) return;
  const now = ctx.app.clock.now();
  const key = `${user_id}:${item_id}`;
  if (noted.get(ctx.app, key)) return;
  noted.set(ctx.app, key, true);
  const item = await getItem(ctx, item_id);
  if (item?.status === 'published') await writeFootprint(ctx.db, { user_id, type, rid: item_id, seen_at: now });
}
