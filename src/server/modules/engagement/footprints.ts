import type { Footprint, FootprintGroup } from '#contract/center.ts';
import { detailPath, type KindFacts } from '#contract/kinds.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { type Ctx, requireUser, userId } from '../../kernel/ctx.ts';
import { kindByType, ownRows } from '../catalog/index.ts';
import { deleteFootprints, findFootprints, upsertFootprint } from './repo.ts';
import { groupsOf } from './rules.ts';

/** Remembers that the signed-in reader saw an item; visitors and kinds without a history leave nothing. May be lost: never fails. */
export async function leaveFootprint(ctx: Ctx, kind: KindFacts, item_id: number): Promise<void> {
  const user_id = userId(ctx);
  if (user_id === null || kind.types.history === undefined) return;
  try {
    await upsertFootprint(ctx.db, { user_id, type: kind.types.history, rid: item_id }, ctx.app.clock.now());
  } catch (error) {
    // a full disk must not keep anybody from reading
    ctx.log.warn({ err: error, request_id: ctx.request_id }, 'footprint not kept');
  }
}

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
    const url = row.published ? detailPath(kind, rid) : '';
    const id = (page - 1) * limit + at + 1;
    return [{ id, rid, type, type_name: kind.noun, title: row.title, img: row.cover_src, time: unixSeconds(seen_at), url }];
  });
  return groupsOf(seen);
}

/** Forgets one footprint of the reader, or all of them. */
export async function forgetFootprints(ctx: Ctx, of: { type: number; rid: number } | null): Promise<void> {
  await deleteFootprints(ctx.db, requireUser(ctx), of);
}
