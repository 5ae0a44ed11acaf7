import type { Ctx } from '../../app/ctx.ts';
import { findDownloadsOf } from './repo.ts';

/** Items that the user downloaded for nothing or as a member, each with the last time; the newest `most` of them. */
export async function downloadsOf(
  ctx: Ctx,
  user_id: number,
  most: number,
): Promise<Array<{ item_id: number; right: 'free' | 'member'; at: Date }>> {
  const rows = await findDownloadsOf(ctx.db, user_id, ['free', 'member'], most);
  return rows.map(({ item_id, right, at }) => ({ item_id, right: right === 'free' ? 'free' : 'member', at }));
}
