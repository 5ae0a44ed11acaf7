import type { CollectedList, CollectedRow, FollowedRow, OwnPage } from '#contract/center.ts';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { allKinds, ownRows } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { shopCards } from '../shops/index.ts';
import { countMarks, findFlags, findFollowers, findMarks, findMarksAmong, findMarksBetween, type MarkKind, sumCollects } from './repo.ts';

/** Whether the caller follows this publisher (type 2) or shop (type 1); what does not exist has no followers. */
export async function followState(ctx: Ctx, { rid, type }: { rid: number; type: number }): Promise<{ is_follow: 0 | 1 }> {
  const user_id = requireUser(ctx);
  const { is_follow } = await findFlags(ctx.db, { user_id, type, rid, like_type: 0, follow_type: type, publisher_id: rid });
  return { is_follow: (type === FOCUS_USER || type === FOCUS_SHOP) && is_follow ? 1 : 0 };
}

/** The next who follow a publisher since before then, by rising id after one. */
export function followersOf(ctx: Ctx, publisher_id: number, of: { before: Date; after: number; limit: number }): Promise<number[]> {
  return findFollowers(ctx.db, { type: FOCUS_USER, rid: publisher_id, ...of });
}

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

/** Publishers or shops (`type`) that the reader follows, those followed last first. */
export async function followed(
  ctx: Ctx,
  { type, page, limit }: { type: number; page: number; limit: number },
): Promise<OwnPage<FollowedRow>> {
  const user_id = requireUser(ctx);
  const marks = await findMarks(ctx.db, 'follow', { user_id, types: [type], offset: (page - 1) * limit, limit });
  const total = (await countMarks(ctx.db, 'follow', user_id)).get(type) ?? 0;
  const ids = marks.map(({ rid }) => rid);
  const faces = type === FOCUS_SHOP ? await facesOfShops(ctx, ids) : await facesOfUsers(ctx, ids);
  const list = marks.flatMap(({ rid, created_at }): FollowedRow[] => {
    const face = faces.get(rid);
    return face ? [{ ...face, type, uid: rid, followed_at: unixSeconds(created_at) }] : [];
  });
  return { list, total, page, limit };
}

type Face = Pick<FollowedRow, 'nickname' | 'headimgurl' | 'show_job' | 'fans_num' | 'works_num'>;

async function facesOfUsers(ctx: Ctx, ids: number[]): Promise<Map<number, Face>> {
  const users = await publicUsers(ctx, ids);
  return new Map(
    [...users].map(([id, { nickname, headimgurl, show_job, fans_num, works_num }]) => [
      id,
      { nickname, headimgurl, show_job, fans_num, works_num },
    ]),
  );
}

async function facesOfShops(ctx: Ctx, ids: number[]): Promise<Map<number, Face>> {
  const shops = await shopCards(ctx, ids);
  return new Map(
    [...shops].map(([id, { name, logo, area_name, cate, focus_num, res_num, case_num }]) => [
      id,
      {
        nickname: name,
        headimgurl: logo,
        show_job: [area_name, cate].filter(Boolean).join(' · '),
        fans_num: focus_num,
        works_num: res_num + case_num,
      },
    ]),
  );
}

/** How often these items were collected since then and still are, by Shanghai day and by item. `type`: of the collect calls. */
export function collectsSince(ctx: Ctx, of: ReadonlyArray<{ type: number; rid: number }>, since: Date) {
  return sumCollects(ctx.db, of, since);
}

type Kept = Exclude<MarkKind, 'like'>;
const nameOf = ({ type, rid }: { type: number; rid: number }) => `${type}/${rid}`;

/** What somebody collected or follows since `from` (null: ever), by names that stay the same; the newest `most`. */
export async function marksMade(
  ctx: Ctx,
  kind: Kept,
  of: { user_id: number; from: Date | null; to: Date },
  most: number,
): Promise<string[]> {
  return (await findMarksBetween(ctx.db, kind, of, most)).map(nameOf);
}

/** Which of these marks, named by `marksMade`, still stand. */
export async function marksStanding(ctx: Ctx, kind: Kept, user_id: number, names: readonly string[]): Promise<string[]> {
  const wanted = names.map((name) => name.split('/').map(Number)).map(([type = 0, rid = 0]) => ({ type, rid }));
  return (await findMarksAmong(ctx.db, kind, user_id, wanted)).map(nameOf);
}
