import type { InviteState, OwnInvites } from '#contract/account.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { publicUsers } from '../identity/index.ts';
import { getSetting } from '../settings/index.ts';
import { countInvites, findInvites, sumInvites } from './repo.ts';
import { inviteMonthMost, invitePaidPoints, inviteRegisterPoints } from './settings.ts';

/** The reader's own code, what it brings, and who came by it, the newest first. */
export async function ownInvites(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<OwnInvites> {
  const user_id = requireUser(ctx);
  const register_points = await getSetting(ctx, inviteRegisterPoints);
  const paid_points = await getSetting(ctx, invitePaidPoints);
  const rows = await findInvites(ctx.db, user_id, (page - 1) * limit, limit);
  const people = await publicUsers(
    ctx,
    rows.map((row) => row.user_id),
  );
  const { granted, waiting } = await sumInvites(ctx.db, user_id, register_points, paid_points);
  const url = `${ctx.app.config.site_url}/register?invitorid=${user_id}`;
  return {
    ...{ code: user_id, url, register_points, paid_points },
    share_text: `我在策猫找活动策划方案，预览清楚再付款，注册就能收藏和下载免费方案：${url}`,
    month_most: await getSetting(ctx, inviteMonthMost),
    granted_points: granted,
    waiting_points: waiting,
    list: rows.map((row) => ({
      id: row.id,
      nickname: people.get(row.user_id).nickname,
      create_time: unixSeconds(row.created_at),
      register_state: row.register_state as InviteState,
      register_points: row.register_points,
      paid_state: row.paid_state as InviteState,
      paid_points: row.paid_points,
    })),
    total: await countInvites(ctx.db, user_id),
    ...{ page, limit },
  };
}
