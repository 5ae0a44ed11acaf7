import type { CollectedList, CollectedRow, FollowedRow, OwnPage } from '#contract/center.ts';
import { FOCUS_USER } from '#contract/kinds.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { type Ctx, requireUser } from '../../kernel/ctx.ts';
import { allKinds, ownRows } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { countMarks, findMarks } from './repo.ts';

/**
 * What the reader collected, the newest first; `kind`: key of one kind, empty for all. What was taken down meanwhile stays in the list as
 * not published, so that it can be removed.
 */
export async function collectedItems(ctx: Ctx, want: { kind: string; page: number; limit: number }): Promise<CollectedList> {
  const user_id = requireUser(ctx);
  const { kind, page, limit } = want;
  const kinds = allKinds().filter(({ types }) => types.collect !== undefined);
  const types = kinds.flatMap(({ key, types: { collect } }) => (collect !== undefined && (kind === '' || kind === key) ? [collect] : []));
  const marks = await findMarks(ctx.db, 'collect', { user_id, types, offset: (page - 1) * limit, limit });
  const by_type = await countMarks(ctx.db, 'collect', user_id);
  const counts = Object.fromEntries(kinds.map((one) => [one.key, by_type.get(one.types.collect ?? 0) ?? 0]));
  const rows = await ownRows(
    ctx,
    marks.map(({ rid }) => rid),
  );
  const list = marks.flatMap(({ type, rid, created_at }): CollectedRow[] => {
    const row = rows.get(rid);
    return row ? [{ ...row, type, collected_at: unixSeconds(created_at) }] : [];
  });
  const total = kind === '' ? Object.values(counts).reduce((sum, n) => sum + n, 0) : (counts[kind] ?? 0);
  return { list, total, counts, page, limit };
}

/** Publishers whom the reader follows, those followed last first. */
export async function followedUsers(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<OwnPage<FollowedRow>> {
  const user_id = requireUser(ctx);
  const marks = await findMarks(ctx.db, 'follow', { user_id, types: [FOCUS_USER], offset: (page - 1) * limit, limit });
  const total = (await countMarks(ctx.db, 'follow', user_id)).get(FOCUS_USER) ?? 0;
  const users = await publicUsers(
    ctx,
    marks.map(({ rid }) => rid),
  );
  const list = marks.flatMap(({ rid, created_at }): FollowedRow[] => {
    const user = users.get(rid);
    if (!user) return [];
    const { nickname, headimgurl, show_job, fans_num, works_num } = user;
    return [{ uid: rid, nickname, headimgurl, show_job, fans_num, works_num, followed_at: unixSeconds(created_at) }];
  });
  return { list, total, page, limit };
}
