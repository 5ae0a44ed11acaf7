import type { Context } from 'hono';
import { z } from 'zod';
import type { Ctx } from '../../app/ctx.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput } from '../../http/fields.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { notFound } from '../../kernel/errors.ts';
import { noteScan, takeWechatCode } from '../../modules/wechat/index.ts';
import { isSandboxWechat, SANDBOX_PEOPLE, type SandboxWechatPort } from '../../providers/wechat-login/sandbox.ts';

function sandboxOf(ctx: Ctx, c: Context): SandboxWechatPort {
  requireSandboxAllowed(ctx, c);
  const { wechat_login } = ctx.app.providers;
  if (!isSandboxWechat(wechat_login)) throw notFound('接口不存在');
  return wechat_login;
}

/** The phone's WeChat: scans a login's QR, then agrees as somebody or gives up. There only while WeChat login is in sandbox. */
export const sandboxWechatEndpoints = [
  endpoint({
    method: 'GET',
    path: '/sandbox/wechat',
    summary: '演示手机上可用的微信身份',
    tag: 'sandbox',
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(z.strictObject({ key: z.string(), nickname: z.string() })) }),
    handle: async (ctx, _input, c) => {
      sandboxOf(ctx, c);
      return { list: Object.entries(SANDBOX_PEOPLE).map(([key, { nickname }]) => ({ key, nickname })) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/sandbox/wechat',
    summary: '演示手机扫码登录：scan 扫码，confirm 以某个微信身份确认，cancel 取消',
    tag: 'sandbox',
    auth: 'none',
    input: z.object({
      state: z.string({ error: '二维码无效' }).regex(/^[\w-]{8,64}$/, '二维码无效'),
      action: z.enum(['scan', 'confirm', 'cancel'], { error: '操作无效' }),
      person: textField('微信身份', 20).optional(),
    }),
    output: z.null(),
    handle: async (ctx, { state, action, person }, c) => {
      const port = sandboxOf(ctx, c);
      if (person !== undefined && !Object.hasOwn(SANDBOX_PEOPLE, person)) throw invalid({ person: '没有这个微信身份' });
      if (action === 'confirm') {
        await takeWechatCode(ctx, { code: await port.agree(person ?? 'person1'), passed: state, browser: null });
      } else await noteScan(ctx, state, action === 'scan' ? 'scanned' : 'cancelled');
      return null;
    },
  }),
];
