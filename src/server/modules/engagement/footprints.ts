import type { Footprint, FootprintGroup } from '#contract/center.ts';
import { detailPath, type KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, requireUser, userId } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { getItem, kindByType, ownRows } from '../catalog/index.ts';
import { deleteFootprints, findFootprints, writeFootprint } from './repo.ts';
import { groupsOf } from './rules.ts';

/** What the reader saw, the newest first, in groups of what was seen within 300 s of each other (spec 9). */
export async function footprintGroups(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<FootprintGroup[]> {
  const user_id = requireUser(ctx);
  const marks = await findFootprints(ctx.db, { user_id, offset: (page - 1) * limit, limit });
  const rows = await ownRows(
    ctx,
    marks.map(({ rid }) => rid),
  );
  const seen = marks.flatMap(({ type, rid, seen_at }, at): Footprint[] => {
    const kind = kindByType('history', type);
    const row = rows.get(rid);
    if (!kind || !row) return [];
    const url = row.published ? seenPath(kind, rid) : '';
    const id = (page - 1) * limit + at + 1;
    return [{ id, rid, type, type_name: kind.noun, title: row.title, img: row.cover_src, time: unixSeconds(seen_at), url }];
  });
  return groupsOf(seen);
}

/** A past salon is shown by its recap (shell spec 2.6). */
const seenPath = (kind: KindFacts, rid: number): string => (kind.paths.history ? `${kind.paths.history}?id=${rid}` : detailPath(kind, rid));

/** Forgets one footprint of the reader, or all of them. */
export async function forgetFootprints(ctx: Ctx, of: { type: number; rid: number } | null): Promise<void> {
  await deleteFootprints(ctx.db, requireUser(ctx), of);
}

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
