import { sandboxSmsCalls } from '#contract/sandbox/sms-calls.ts';
import { ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { serve } from '../../http/endpoint.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { notFound } from '../../kernel/errors.ts';
import { logInByPassword } from '../../modules/identity/index.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';
import { userInfo } from '../../views/user-info.ts';

/** What the phone on /sandbox does. Each call is there only while its port is in sandbox, and for this machine alone. */
export const sandboxEndpoints = [
  serve(sandboxSmsCalls.sms, async (ctx, { mobile }, c) => {
    requireSandboxAllowed(ctx, c);
    const { sms } = ctx.app.providers;
    if (!isSandboxSms(sms)) throw notFound('接口不存在');
    return { list: await sms.inbox(mobile ?? null) };
  }),
  serve(sandboxSmsCalls.login, async (ctx, { mobile }, c) => {
    requireSandboxAllowed(ctx, c);
    const account = ctx.app.sandbox_accounts.find((one) => one.mobile === mobile);
    if (!account) throw notFound('没有这个演示账号');
    const address = 'address' in ctx.actor ? ctx.actor.address : '';
    const { token, user_id } = await logInByPassword(
      ctx,
      { account: mobile, password: account.password, device: deviceName(c.req.header('user-agent')), browser: ensureBrowser(ctx.app, c) },
      address,
    );
    return { token, userinfo: await userInfo(ctx, user_id) };
  }),
];
