import type { Context } from 'hono';
import { accountWechatCalls } from '#contract/account/wechat-calls.ts';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { browserOf, ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { serve } from '../../http/endpoint.ts';
import { notePage, refusalPage } from '../../http/error-page.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { AppError, forbidden } from '../../kernel/errors.ts';
import { bindWechat, checkWechatLogin, startWechatLogin, takeWechatCode, unlinkWechat } from '../../modules/wechat/index.ts';
import { isSandboxWechat } from '../../providers/wechat-login/sandbox.ts';
import { userInfo } from '../../views/user-info.ts';

const deviceOf = (c: Context) => deviceName(c.req.header('user-agent'));

/** The sandbox signs anybody in as anybody, so it answers where the other sandbox adapters do. */
function requireWechat(ctx: Ctx, c: Context): void {
  if (!isSandboxWechat(ctx.app.providers.wechat_login)) return;
  try {
    requireSandboxAllowed(ctx, c);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw forbidden('微信登录尚未开通，请使用手机号登录');
  }
}

export const wechatEndpoints = [
  serve(accountWechatCalls.wechat_qr, (ctx, { link }, c) => {
    requireWechat(ctx, c);
    const return_url = `${ctx.app.config.site_url}/gateway${ACCOUNT_CALLS.wechat_callback}`;
    return startWechatLogin(ctx, { browser: ensureBrowser(ctx.app, c), link, return_url });
  }),
  serve(accountWechatCalls.wechat_check, async (ctx, { token }, c) => {
    const outcome = await checkWechatLogin(ctx, { token, browser: browserOf(c), device: deviceOf(c) });
    if ('linked' in outcome) return { token: '', userinfo: await userInfo(ctx, outcome.linked) };
    return { token: outcome.login.token, userinfo: await userInfo(ctx, outcome.login.user_id) };
  }),
  serve(accountWechatCalls.wechat_bind, async (ctx, { token, account, captcha, nickname, password, web_channel_id, invitorid }, c) => {
    const login = await bindWechat(ctx, {
      ...{ token, account, captcha, nickname, password, web_channel_id, invitor_id: invitorid },
      ...{ browser: browserOf(c), device: deviceOf(c) },
    });
    return { token: login.token, userinfo: await userInfo(ctx, login.user_id) };
  }),
  serve(accountWechatCalls.wechat_callback, async (ctx, { code, state }, c) => {
    try {
      // no code: the person said no on WeChat's page
      if (code === '') return notePage('登录没有完成', '您没有同意微信登录，请回到策猫的登录页面重新选择。');
      await takeWechatCode(ctx, { code, passed: state, browser: browserOf(c) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refusalPage(error.status, error.message);
    }
    return notePage('微信已确认', '请回到策猫的登录页面，登录会自动完成。');
  }),
  serve(accountWechatCalls.wechat_unlink, async (ctx) => {
    await unlinkWechat(ctx, requireUser(ctx));
    return null;
  }),
];
