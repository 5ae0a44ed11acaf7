import type { Context } from 'hono';
import { sandboxWechatCalls } from '#contract/sandbox/wechat-calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
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
  serve(sandboxWechatCalls.get_wechat, async (ctx, _input, c) => {
    sandboxOf(ctx, c);
    return { list: Object.entries(SANDBOX_PEOPLE).map(([key, { nickname }]) => ({ key, nickname })) };
  }),
  serve(sandboxWechatCalls.post_wechat, async (ctx, { state, action, person }, c) => {
    const port = sandboxOf(ctx, c);
    if (person !== undefined && !Object.hasOwn(SANDBOX_PEOPLE, person)) throw invalid({ person: '没有这个微信身份' });
    if (action === 'confirm') {
      await takeWechatCode(ctx, { code: await port.agree(person ?? 'person1'), passed: state, browser: null });
    } else await noteScan(ctx, state, action === 'scan' ? 'scanned' : 'cancelled');
    return null;
  }),
];
