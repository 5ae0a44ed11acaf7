import type { Context } from 'hono';
import { z } from 'zod';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { browserOf, ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { endpoint } from '../../http/endpoint.ts';
import { notePage, refusalPage } from '../../http/error-page.ts';
import { flagField, idField, noInput, textField } from '../../http/fields.ts';
import { wechatQrOutput } from '../../http/outputs/account.ts';
import { userInfoOutput } from '../../http/outputs/identity.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { AppError, forbidden } from '../../kernel/errors.ts';
import { bindWechat, checkWechatLogin, startWechatLogin, takeWechatCode, unlinkWechat } from '../../modules/wechat/index.ts';
import { isSandboxWechat } from '../../providers/wechat-login/sandbox.ts';
import { userInfo } from '../../views/user-info.ts';
import { blankToNone, captchaField, phoneField } from '../identity/fields.ts';

const tokenField = z.string({ error: '登录凭证无效' }).regex(/^[\w-]{8,64}$/, '登录凭证无效');
/** One address; a poll every two seconds, and an office behind it. */
const POLLS = { points: 3_000, window_s: 600 };
const STARTS = { points: 120, window_s: 600 };
/** Sent by the specification's client. Who the WeChat is, is what the server kept: these are taken and not read. */
const unread = z.unknown().optional();

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
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.wechat_qr,
    summary: '取得微信登录二维码；link 为 1 时绑定到当前账号。凭证只在申请它的浏览器有效',
    tag: 'account',
    auth: 'optional',
    limit: STARTS,
    input: z.object({ link: flagField.default(false) }),
    output: wechatQrOutput,
    handle: (ctx, { link }, c) => {
      requireWechat(ctx, c);
      const return_url = `${ctx.app.config.site_url}/gateway${ACCOUNT_CALLS.wechat_callback}`;
      return startWechatLogin(ctx, { browser: ensureBrowser(ctx.app, c), link, return_url });
    },
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.wechat_check,
    summary: '轮询微信登录：code 0 登录完成（绑定完成时 token 为空），3 等待扫码，4 已扫码，5 失效，6 未绑定手机号，7 已取消',
    tag: 'account',
    auth: 'optional',
    limit: POLLS,
    input: z.object({ token: tokenField }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
    handle: async (ctx, { token }, c) => {
      const outcome = await checkWechatLogin(ctx, { token, browser: browserOf(c), device: deviceOf(c) });
      if ('linked' in outcome) return { token: '', userinfo: await userInfo(ctx, outcome.linked) };
      return { token: outcome.login.token, userinfo: await userInfo(ctx, outcome.login.user_id) };
    },
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.wechat_bind,
    summary: '扫码的微信绑定手机号并登录；手机号尚未注册时须设置密码。openid、unionid 以服务器保存的为准',
    tag: 'account',
    auth: 'none',
    body_only: true,
    limit: STARTS,
    input: z.object({
      token: tokenField,
      account: phoneField,
      captcha: captchaField,
      nickname: textField('昵称', 64).default(''),
      password: z.string({ error: '密码应为文字' }).max(64, '请输入6-20位密码').default(''),
      web_channel_id: z.preprocess(blankToNone, textField('渠道', 64).optional()),
      invitorid: z.preprocess(blankToNone, idField.optional()),
      openid: unread,
      unionid: unread,
      headimgurl: unread,
    }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
    handle: async (ctx, { token, account, captcha, nickname, password, web_channel_id, invitorid }, c) => {
      const login = await bindWechat(ctx, {
        ...{ token, account, captcha, nickname, password, web_channel_id, invitor_id: invitorid },
        ...{ browser: browserOf(c), device: deviceOf(c) },
      });
      return { token: login.token, userinfo: await userInfo(ctx, login.user_id) };
    },
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.wechat_callback,
    summary: '微信授权后回到这里；只接受由同一浏览器发起的登录',
    tag: 'account',
    auth: 'none',
    limit: STARTS,
    input: z.object({
      code: z.string().max(512).default(''),
      state: z.string().max(128).default(''),
    }),
    answers: 'text/html',
    handle: async (ctx, { code, state }, c) => {
      try {
        // no code: the person said no on WeChat's page
        if (code === '') return notePage('登录没有完成', '您没有同意微信登录，请回到策猫的登录页面重新选择。');
        await takeWechatCode(ctx, { code, passed: state, browser: browserOf(c) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return refusalPage(error.status, error.message);
      }
      return notePage('微信已确认', '请回到策猫的登录页面，登录会自动完成。');
    },
  }),
  endpoint({
    method: 'DELETE',
    path: ACCOUNT_CALLS.wechat_unlink,
    summary: '解绑微信；手机号仍可登录',
    tag: 'account',
    auth: 'user',
    input: noInput,
    output: z.null(),
    handle: async (ctx) => {
      await unlinkWechat(ctx, requireUser(ctx));
      return null;
    },
  }),
];
