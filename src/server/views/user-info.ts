import type { OwnSecurity } from '#contract/account.ts';
import type { UserInfo, VipEntry, VipName } from '#contract/identity.ts';
import { VIP_NAMES } from '#contract/membership.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { unixSeconds } from '../kernel/clock.ts';
import { signInFirst } from '../kernel/errors.ts';
import { unreadChats } from '../modules/chat/index.ts';
import { ownStaff } from '../modules/employees/index.ts';
import { getAccount, ownDevices, ownPasskeys, ownProfile } from '../modules/identity/index.ts';
import { type ActiveVip, activeVips } from '../modules/membership/index.ts';
import { unreadCount } from '../modules/notices/index.ts';
import { calendarFeed } from '../modules/planner/index.ts';
import { consentsOf, dueConsents, ownExport } from '../modules/privacy/index.ts';
import { giftWaits } from '../modules/promotion/index.ts';
import { liveDoors } from '../modules/salons/index.ts';
import { shopOf } from '../modules/shops/index.ts';
import { signedToday } from '../modules/signin/index.ts';
import { lecturerOf } from '../modules/study/index.ts';
import { verifiedOf } from '../modules/verification/index.ts';
import { balances } from '../modules/wallet/index.ts';
import { wechatOf } from '../modules/wechat/index.ts';

/**
 * What the browser keeps of its user (spec 3): the account, what is in the wallet (yuan, points) and the memberships that run now.
 * @throws AppError code 2 when the user is gone
 */
export async function userInfo(ctx: Ctx, user_id: number): Promise<UserInfo> {
  const [account, wallet, vips, unread_num, chat_num, gift_waits, is_signed, verified, lecturer, shop, agree] = await Promise.all([
    getAccount(ctx, user_id),
    balances(ctx, user_id),
    activeVips(ctx, user_id),
    unreadCount(ctx, user_id),
    unreadChats(ctx, user_id),
    giftWaits(ctx, user_id),
    signedToday(ctx, user_id),
    verifiedOf(ctx, user_id),
    lecturerOf(ctx, user_id),
    shopOf(ctx, user_id),
    dueConsents(ctx, user_id),
  ]);
  if (!account) throw signInFirst();
  return {
    id: account.id,
    nickname: account.nickname,
    headimgurl: account.headimgurl,
    account: account.masked_mobile,
    balance: wallet.balance_fen / 100,
    integral: wallet.point,
    issign: is_signed ? 1 : 0,
    issendbage: gift_waits ? 0 : 1,
    show_company: account.show_company,
    show_job: account.show_job,
    vip: vipEntries(vips),
    auth_company: verified.company,
    auth_personal: verified.personal,
    lecturer,
    shop: shop && { id: shop.id, name: shop.card.name },
    unread_num,
    works_num: account.works_num,
    chat_num,
    roles: account.roles,
    ...(agree.length > 0 ? { agree } : {}),
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

/** What the tabs of the account's settings show beside the profile. */
export async function ownSecurity(ctx: Ctx): Promise<OwnSecurity> {
  const user_id = requireUser(ctx);
  const [{ account, has_password }, wechat, passkeys, devices, feed, data, doors, staff, consents] = await Promise.all([
    ownProfile(ctx),
    wechatOf(ctx, user_id),
    ownPasskeys(ctx),
    ownDevices(ctx),
    calendarFeed(ctx),
    ownExport(ctx),
    liveDoors(ctx, user_id),
    ownStaff(ctx),
    consentsOf(ctx, user_id),
  ]);
  const employees = staff.employees
    .filter(({ state }) => state === 'active' || state === 'invited')
    .map(({ nickname, invited_at, answered_at }) => ({ nickname, since: answered_at || invited_at }));
  return { account, has_password, wechat, passkeys, devices, calendar: feed.url !== '', doors, employees, export: data, consents };
}
