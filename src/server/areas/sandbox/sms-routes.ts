import { z } from 'zod';
import { checkPhone } from '#contract/identity.ts';
import { ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { endpoint } from '../../http/endpoint.ts';
import { sandboxSmsOutput, userInfoOutput } from '../../http/outputs/identity.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { notFound } from '../../kernel/errors.ts';
import { logInByPassword } from '../../modules/identity/index.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';
import { userInfo } from '../../views/user-info.ts';

/** What the phone on /sandbox does. Each call is there only while its port is in sandbox, and for this machine alone. */
export const sandboxEndpoints = [
  endpoint({
    method: 'GET',
    path: '/sandbox/sms',
    summary: '演示手机收到的短信，最新的在前；不填手机号则为全部',
    tag: 'sandbox',
    auth: 'none',
    input: z.object({
      mobile: z
        .string()
        .refine((value) => checkPhone(value) === null, '请输入正确的手机号')
        .optional(),
    }),
    output: z.strictObject({ list: z.array(sandboxSmsOutput) }),
    handle: async (ctx, { mobile }, c) => {
      requireSandboxAllowed(ctx, c);
      const { sms } = ctx.app.providers;
      if (!isSandboxSms(sms)) throw notFound('接口不存在');
      return { list: await sms.inbox(mobile ?? null) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/sandbox/login',
    summary: '以演示账号登录；只在有演示账号、且模拟服务可用的地方',
    tag: 'sandbox',
    auth: 'none',
    body_only: true,
    input: z.object({ mobile: z.string().max(20) }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
    handle: async (ctx, { mobile }, c) => {
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
    },
  }),
];
