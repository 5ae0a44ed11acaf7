import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { ageField, blankToNone, captchaField, phoneField } from '#contract/identity/fields.ts';
import { flagField, idField, textField } from '#contract/input-fields.ts';
import { wechatQrOutput } from '#contract/outputs/account.ts';
import { userInfoOutput } from '#contract/outputs/identity.ts';

const call = callsOf('account');

const tokenField = z.string({ error: '登录凭证无效' }).regex(/^[\w-]{8,64}$/, '登录凭证无效');
/** One address; a poll every two seconds, and an office behind it. */
const POLLS = { points: 3_000, window_s: 600 };
const STARTS = { points: 120, window_s: 600 };
/** Sent by the specification's client. Who the WeChat is, is what the server stored: these are taken and not read. */
const unread = z.unknown().optional();

export const accountWechatCalls = {
  wechat_qr: call('POST', '/user/user/getwechatqrcode', {
    summary: '取得微信登录二维码；link 为 1 时绑定到当前账号。凭证只在申请它的浏览器有效',
    auth: 'optional',
    limit: STARTS,
    input: z.object({ link: flagField.default(false) }),
    output: wechatQrOutput,
  }),
  wechat_check: call('GET', '/user/user/checkwechatlogin', {
    summary: '轮询微信登录：code 0 登录完成（绑定完成时 token 为空），3 等待扫码，4 已扫码，5 失效，6 未绑定手机号，7 已取消',
    auth: 'optional',
    limit: POLLS,
    input: z.object({ token: tokenField }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
  }),
  wechat_bind: call('POST', '/user/user/wechatbind', {
    summary: '扫码的微信绑定手机号并登录；手机号尚未注册时须设置密码。openid、unionid 以服务器保存的为准',
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
      age: ageField,
      openid: unread,
      unionid: unread,
      headimgurl: unread,
    }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
  }),
  wechat_callback: call('GET', '/user/user/wechatcallback', {
    summary: '微信授权后回到这里；只接受由同一浏览器发起的登录',
    auth: 'none',
    limit: STARTS,
    lenient: true,
    input: z.object({
      code: z.string().max(512).default(''),
      state: z.string().max(128).default(''),
    }),
    answers: 'text/html',
  }),
  wechat_unlink: call('DELETE', '/user/user/wechat', {
    summary: '解绑微信；手机号仍可登录',
    output: z.null(),
  }),
};
