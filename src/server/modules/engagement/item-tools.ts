import type { Footprint, FootprintGroup } from '#contract/center.ts';
import type { ItemTools } from '#contract/engagement.ts';
import { FOCUS_USER } from '#contract/focus.ts';
import { detailPath, type KindFacts, likeType } from '#contract/kinds.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type App, type Ctx, inTransaction, requireUser, userId } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { keptSince } from '../../db/retention.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { getItem, itemCards, kindByType, ownRows } from '../catalog/index.ts';
import { mayFollowReads, mayStoreReads } from '../privacy/index.ts';
import { deleteFootprints, type FlagRow, findFlags, findFootprints, forgetPhones, forgetSeen, writeFootprint } from './repo.ts';
import { groupsOf, ownUrl } from './rules.ts';

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
  if (!(await mayFollowReads(ctx, user_id))) return;
  const item = await getItem(ctx, item_id);
  if (item?.status !== 'published') return;
  await inTransaction(ctx, async (tx) => {
    if (await mayStoreReads(tx, user_id)) await writeFootprint(tx.db, { user_id, type, rid: item_id, seen_at: now });
  });
}

/**
 * What the buttons beside a published item show: its card, its counters and what this reader did. `type` is that of the collect calls.
 * @throws AppError 404 for what is not there, not published or of another kind
 */
export async function itemTools(ctx: Ctx, { rid, type }: { rid: number; type: number }): Promise<ItemTools> {
  const kind = kindByType('collect', type);
  const item = kind && (await getItem(ctx, rid));
  if (!kind || item?.kind !== kind.code || item.status !== 'published') throw notFound();
  const user_id = userId(ctx);
  const flags =
    user_id === null
      ? { is_collect: false, is_like: false, is_follow: false }
      : await viewerFlags(ctx, { user_id, type, like_type: likeType(kind), rid, publisher_id: item.publisher_id });
  const [card] = await itemCards(ctx, [rid]);
  return {
    ...{ id: rid, kind: kind.key, title: item.title, img: card?.cover?.src ?? '', url: detailPath(kind, rid) },
    ...{ view_num: item.view_num, like_num: item.like_num, collect_num: item.collect_num },
    ...{ is_collect: flags.is_collect ? 1 : 0, is_like: flags.is_like ? 1 : 0, is_follow: flags.is_follow ? 1 : 0 },
  };
}

/** What this reader has marked: the item itself and its publisher. One statement, three look-ups by key. */
export function viewerFlags(
  ctx: Ctx,
  of: { user_id: number; type: number; like_type: number; rid: number; publisher_id: number },
): Promise<FlagRow> {
  return findFlags(ctx.db, { ...of, follow_type: FOCUS_USER });
}

/**
 * A QR code (PNG data URL) that opens a page of ours on a phone.
 * @throws AppError 404 for an item that is not published, code 1 for an address that is not ours
 */
export async function shareContent(ctx: Ctx, input: { type: number; rid: number; url: string }): Promise<{ code: string; url: string }> {
  const item = await getItem(ctx, input.rid);
  if (!item || item.kind !== kindByType('share', input.type)?.code || item.status !== 'published') throw notFound();
  const url = ownUrl(ctx.app.config.site_url, input.url);
  if (url === null) throw invalid({ url: '只能分享本站的链接' });
  const { toDataURL } = await import('qrcode');
  return { code: await toDataURL(url, { errorCorrectionLevel: 'M', margin: 1, width: 360 }), url };
}

/** Every night: what one saw a year ago, and phones that were left with reports three years ago. */
export function engagementJobs(app: App): JobDefinition[] {
  const run = async (_payload: unknown, stopping: AbortSignal) => {
    const [seen, phones] = [keptSince('footprints', app.clock.now()), keptSince('reports', app.clock.now())];
    for (let after: number | null = 0; after !== null && !stopping.aborted; ) after = await forgetSeen(app.db, { seen, after });
    for (let after: number | null = 0; after !== null && !stopping.aborted; ) after = await forgetPhones(app.db, { phones, after });
  };
  return [{ name: 'engagement.forget', cron: '15 4-6 * * *', expire_s: 3_600, run }];
}
