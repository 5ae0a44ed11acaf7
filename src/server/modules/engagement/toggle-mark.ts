import { FOCUS_USER } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { addToItemCounter, getItem, kindByType } from '../catalog/index.ts';
import { addToUserCounter, publicUsers } from '../identity/index.ts';
import { deleteMark, insertMark, type Mark, type MarkKind } from './repo.ts';

/**
 * Collects an item, or takes that back (spec 4). Idempotent: doing it twice changes nothing. The counter moves in the same
 * transaction and only when a row came or went, so it equals the rows at every commit.
 * @throws AppError 404 for a thing that is not there to be collected
 */
export async function setCollected(ctx: Ctx, input: { type: number; rid: number; on: boolean }): Promise<{ is_collect: 0 | 1 }> {
  const mark = { user_id: requireUser(ctx), type: input.type, rid: input.rid };
  if (input.on) await requirePublished(ctx, 'collect', mark);
  await inTransaction(ctx, (tx) => change(tx, 'collect', mark, input.on));
  return { is_collect: input.on ? 1 : 0 };
}

/** Likes or unlikes, whichever is the other way round now (spec 4: the answer says which it became). */
export async function toggleLike(ctx: Ctx, input: { type: number; rid: number }): Promise<{ zan: 0 | 1 }> {
  const mark = { user_id: requireUser(ctx), ...input };
  await requirePublished(ctx, 'zan', mark);
  return inTransaction(ctx, async (tx) => {
    if (await change(tx, 'like', mark, false)) return { zan: 0 };
    await change(tx, 'like', mark, true);
    return { zan: 1 };
  });
}

/**
 * Follows a publisher (type 2), or stops following. Shops (type 1) come with their own screens.
 * @throws AppError 404 for somebody unknown, code 1 for oneself
 */
export async function setFollowed(ctx: Ctx, input: { type: number; rid: number; on: boolean }): Promise<{ is_follow: 0 | 1 }> {
  const user_id = requireUser(ctx);
  const mark = { user_id, type: input.type, rid: input.rid };
  if (input.on) {
    if (input.type !== FOCUS_USER) throw notFound('店铺不存在');
    if (input.rid === user_id) throw invalid({ rid: '不能关注自己' });
    if (!(await publicUsers(ctx, [input.rid])).has(input.rid)) throw notFound('用户不存在');
  }
  await inTransaction(ctx, async (tx) => {
    const changed = input.on ? await insertMark(tx.db, 'follow', mark) : await deleteMark(tx.db, 'follow', mark);
    if (changed && input.type === FOCUS_USER) await addToUserCounter(tx, input.rid, 'fans_num', input.on ? 1 : -1);
  });
  return { is_follow: input.on ? 1 : 0 };
}

const COUNTERS = { collect: 'collect_num', like: 'like_num' } as const;

async function change(tx: TxCtx, kind: Exclude<MarkKind, 'follow'>, mark: Mark, on: boolean): Promise<boolean> {
  const changed = on ? await insertMark(tx.db, kind, mark) : await deleteMark(tx.db, kind, mark);
  if (changed) await addToItemCounter(tx, mark.rid, COUNTERS[kind], on ? 1 : -1);
  return changed;
}

async function requirePublished(ctx: Ctx, call: 'collect' | 'zan', { type, rid }: Mark): Promise<void> {
  const item = await getItem(ctx, rid);
  if (!item || item.kind !== kindByType(call, type)?.code || item.status !== 'published') throw notFound();
}
