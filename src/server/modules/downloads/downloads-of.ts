import type { Ctx } from '../../app/ctx.ts';
import type { Tx } from '../../db/pool.ts';
import { findDownloadsOf, hasReceiptSince, lockGrantsOf } from './repo.ts';

/** Items that the user downloaded for nothing or as a member, each with the last time; the newest `most` of them. */
export async function downloadsOf(
  ctx: Ctx,
  user_id: number,
  most: number,
): Promise<Array<{ item_id: number; right: 'free' | 'member'; at: Date }>> {
  const rows = await findDownloadsOf(ctx.db, user_id, ['free', 'member'], most);
  return rows.map(({ item_id, right, at }) => ({ item_id, right: right === 'free' ? 'free' : 'member', at }));
}

/**
 * Whether the user took the item's file since then. `lock`: inside a transaction, downloads of this user wait until it ends, so that the answer
 * stays true.
 */
export async function isDownloadedSince(
  ctx: Ctx,
  of: { user_id: number; item_id: number; since: Date },
  { lock = false } = {},
): Promise<boolean> {
  if (lock) await lockGrantsOf(ctx.db as Tx, of.user_id);
  return hasReceiptSince(ctx.db, of);
}
