import { type UserInfo, VIP_NAMES, type VipEntry, type VipName } from '#contract/identity.ts';
import type { Ctx } from '../app/ctx.ts';
import { unixSeconds } from '../kernel/clock.ts';
import { signInFirst } from '../kernel/errors.ts';
import { getAccount } from '../modules/identity/index.ts';
import { type ActiveVip, activeVips } from '../modules/membership/index.ts';
import { unreadCount } from '../modules/notices/index.ts';
import { balances } from '../modules/wallet/index.ts';

/**
 * What the browser keeps of its user (spec 3): the account, what is in the wallet (yuan, points) and the memberships that run now.
 * Sign-in, gifts, verification, lecturers and shops have no module yet and stand there empty.
 * @throws AppError code 2 when the user is gone
 */
export async function userInfo(ctx: Ctx, user_id: number): Promise<UserInfo> {
  const [account, wallet, vips, unread_num] = await Promise.all([
    getAccount(ctx, user_id),
    balances(ctx, user_id),
    activeVips(ctx, user_id),
    unreadCount(ctx, user_id),
  ]);
  if (!account) throw signInFirst();
  return {
    id: account.id,
    nickname: account.nickname,
    headimgurl: account.headimgurl,
    account: account.masked_mobile,
    balance: wallet.balance_fen / 100,
    integral: wallet.point,
    issign: 0,
    issendbage: 0,
    show_company: account.show_company,
    show_job: account.show_job,
    vip: vipEntries(vips),
    auth_company: null,
    auth_personal: null,
    lecturer: null,
    shop: null,
    unread_num,
    roles: account.roles,
  };
}

function vipEntries(vips: Map<number, ActiveVip>): Partial<Record<VipName, VipEntry>> {
  const entries: Partial<Record<VipName, VipEntry>> = {};
  for (const [vip_type, { end_time }] of vips) {
    const name = VIP_NAMES[vip_type];
    if (name) entries[name] = { id: vip_type, end_time: unixSeconds(end_time) };
  }
  return entries;
}
