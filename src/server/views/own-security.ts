import type { OwnSecurity } from '#contract/account.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { ownDevices, ownPasskeys, ownProfile } from '../modules/identity/index.ts';
import { calendarFeed } from '../modules/planner/index.ts';
import { ownExport } from '../modules/privacy/index.ts';
import { wechatOf } from '../modules/wechat/index.ts';

/** What the tabs of the account's settings show beside the profile. */
export async function ownSecurity(ctx: Ctx): Promise<OwnSecurity> {
  const user_id = requireUser(ctx);
  const [{ account, has_password }, wechat, passkeys, devices, feed, data] = await Promise.all([
    ownProfile(ctx),
    wechatOf(ctx, user_id),
    ownPasskeys(ctx),
    ownDevices(ctx),
    calendarFeed(ctx),
    ownExport(ctx),
  ]);
  return { account, has_password, wechat, passkeys, devices, calendar: feed.url !== '', export: data };
}
