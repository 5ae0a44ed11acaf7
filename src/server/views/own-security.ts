import type { OwnSecurity } from '#contract/account.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { ownStaff } from '../modules/employees/index.ts';
import { ownDevices, ownPasskeys, ownProfile } from '../modules/identity/index.ts';
import { calendarFeed } from '../modules/planner/index.ts';
import { ownExport } from '../modules/privacy/index.ts';
import { liveDoors } from '../modules/salons/index.ts';
import { wechatOf } from '../modules/wechat/index.ts';

/** What the tabs of the account's settings show beside the profile. */
export async function ownSecurity(ctx: Ctx): Promise<OwnSecurity> {
  const user_id = requireUser(ctx);
  const [{ account, has_password }, wechat, passkeys, devices, feed, data, doors, staff] = await Promise.all([
    ownProfile(ctx),
    wechatOf(ctx, user_id),
    ownPasskeys(ctx),
    ownDevices(ctx),
    calendarFeed(ctx),
    ownExport(ctx),
    liveDoors(ctx, user_id),
    ownStaff(ctx),
  ]);
  const employees = staff.employees
    .filter(({ state }) => state === 'active' || state === 'invited')
    .map(({ nickname, invited_at, answered_at }) => ({ nickname, since: answered_at || invited_at }));
  return { account, has_password, wechat, passkeys, devices, calendar: feed.url !== '', doors, employees, export: data };
}
