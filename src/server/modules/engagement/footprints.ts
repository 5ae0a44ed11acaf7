import type { Footprint, FootprintGroup } from '#contract/center.ts';
import { detailPath, type KindFacts } from '#contract/kinds.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { kindByType, ownRows } from '../catalog/index.ts';
import { deleteFootprints, findFootprints } from './repo.ts';
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
