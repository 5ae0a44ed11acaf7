import { z } from 'zod';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { type KindFacts, likeType } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { addToItemCounter, getItem, kindByType, markCountersOf } from '../catalog/index.ts';
import { addToUserCounter, publicUsers } from '../identity/index.ts';
import { defineSetting } from '../settings/index.ts';
import { addToShopFollowers, getShop } from '../shops/index.ts';
import { deleteMark, insertMark, type Mark, type MarkKind } from './repo.ts';

export const reportHideScore = defineSetting('report_hide_score', z.int().min(0).max(1_000).meta({ unit: '分' }).default(5), {
  group: '审核与安全',
  title: '举报自动隐藏',
  about: '举报累计到多少分时先隐藏作品，等待人工处理；没有记录的用户每人一分，0 为从不自动隐藏。',
});

/**
 * Collects an item, or takes that back (spec 4). Idempotent: doing it twice changes nothing. The counter moves in the same transaction and only
 * when a row came or went, so it equals the rows at every commit.
 * @throws AppError 404 for an item that is not there to be collected
 */
export async function setCollected(
  ctx: Ctx,
  input: { type: number; rid: number; on: boolean },
): Promise<{ is_collect: 0 | 1; collect_num: number }> {
  const mark = { user_id: requireUser(ctx), type: input.type, rid: input.rid };
  if (input.on) await requirePublished(ctx, 'collect', mark);
  await inTransaction(ctx, (tx) => change(tx, 'collect', mark, input.on));
  const { collect_num } = await markCountersOf(ctx, input.rid);
  return { is_collect: input.on ? 1 : 0, collect_num };
}

interface Liked {
  zan: 0 | 1;
  like_num: number;
}

async function likedNow(ctx: Ctx, rid: number, liked: boolean): Promise<Liked> {
  const { like_num } = await markCountersOf(ctx, rid);
  return { zan: liked ? 1 : 0, like_num };
}

/**
 * Likes or takes back an item of a kind whose likes have a call of their own; `on` absent: whichever is the other way round now.
 * @throws AppError 404 for what is not published, and for an item of another kind
 */
export async function setLiked(ctx: Ctx, input: { kind: KindFacts; rid: number; on?: boolean }): Promise<Liked> {
  const mark = { user_id: requireUser(ctx), type: likeType(input.kind), rid: input.rid };
  if (input.on !== false) {
    const item = await getItem(ctx, input.rid);
    if (item?.kind !== input.kind.code || item.status !== 'published') throw notFound(`${input.kind.noun}不存在或已下架`);
  }
  const liked = await inTransaction(ctx, async (tx) => {
    const off = input.on !== true && (await change(tx, 'like', mark, false));
    if (off || input.on === false) return false;
    await change(tx, 'like', mark, true);
    return true;
  });
  return likedNow(ctx, input.rid, liked);
}

/** Likes or unlikes, whichever is the other way round now (spec 4: the answer says which it became). */
export async function toggleLike(ctx: Ctx, input: { type: number; rid: number }): Promise<Liked> {
  const mark = { user_id: requireUser(ctx), ...input };
  await requirePublished(ctx, 'zan', mark);
  const liked = await inTransaction(ctx, async (tx) => {
    if (await change(tx, 'like', mark, false)) return false;
    await change(tx, 'like', mark, true);
    return true;
  });
  return likedNow(ctx, input.rid, liked);
}

/**
 * Follows a publisher (type 2) or a shop (type 1), or stops following. The counter moves in the same transaction, as above.
 * @throws AppError 404 for somebody or a shop unknown, code 1 for oneself and one's own shop
 */
export async function setFollowed(
  ctx: Ctx,
  input: { type: number; rid: number; on: boolean },
): Promise<{ is_follow: 0 | 1; follow_num: number }> {
  const user_id = requireUser(ctx);
  const mark = { user_id, type: input.type, rid: input.rid };
  if (input.on) {
    if (input.type === FOCUS_SHOP) await requireOthersShop(ctx, input.rid, user_id);
    else if (input.type !== FOCUS_USER) throw notFound();
    else if (input.rid === user_id) throw invalid({ rid: '不能关注自己' });
    else if ((await publicUsers(ctx, [input.rid])).get(input.rid).closed) throw notFound('用户不存在');
  }
  await inTransaction(ctx, async (tx) => {
    const changed = input.on
      ? await insertMark(tx.db, 'follow', { ...mark, created_at: tx.app.clock.now() })
      : await deleteMark(tx.db, 'follow', mark);
    if (!changed) return;
    const delta = input.on ? 1 : -1;
    if (input.type === FOCUS_USER) await addToUserCounter(tx, input.rid, 'fans_num', delta);
    if (input.type === FOCUS_SHOP) await addToShopFollowers(tx, input.rid, delta);
  });
  return { is_follow: input.on ? 1 : 0, follow_num: await followersOf(ctx, input) };
}

/** Followers of a publisher or a shop at this moment; 0 without either. */
async function followersOf(ctx: Ctx, { type, rid }: { type: number; rid: number }): Promise<number> {
  if (type === FOCUS_SHOP) return (await getShop(ctx, rid))?.card.focus_num ?? 0;
  return type === FOCUS_USER ? (await publicUsers(ctx, [rid])).get(rid).fans_num : 0;
}

async function requireOthersShop(ctx: Ctx, shop_id: number, user_id: number): Promise<void> {
  const shop = await getShop(ctx, shop_id);
  if (!shop) throw notFound('店铺不存在');
  if (shop.owner_id === user_id) throw invalid({ rid: '不能关注自己的店铺' });
}

const COUNTERS = { collect: 'collect_num', like: 'like_num' } as const;

async function change(tx: TxCtx, kind: Exclude<MarkKind, 'follow'>, mark: Mark, on: boolean): Promise<boolean> {
  const changed = on ? await insertMark(tx.db, kind, { ...mark, created_at: tx.app.clock.now() }) : await deleteMark(tx.db, kind, mark);
  if (changed) await addToItemCounter(tx, mark.rid, COUNTERS[kind], on ? 1 : -1);
  return changed;
}

async function requirePublished(ctx: Ctx, call: 'collect' | 'zan', { type, rid }: Mark): Promise<void> {
  const item = await getItem(ctx, rid);
  if (!item || item.kind !== kindByType(call, type)?.code || item.status !== 'published') throw notFound();
}
