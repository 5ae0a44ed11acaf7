import type { Context } from 'hono';
import { z } from 'zod';
import { PROFILE_MAX } from '#contract/identity.ts';
import { PROFILE_POINTS, profilePointsKey } from '#contract/points.ts';
import type { Ctx } from '../../app/ctx.ts';
import { requireUser } from '../../app/ctx.ts';
import { ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choiceField, idField, noInput, textField } from '../../http/fields.ts';
import { ownProfileOutput, userInfoOutput } from '../../http/outputs/identity.ts';
import {
  changeMobile,
  changePassword,
  checkCode,
  completeProfile,
  editProfile,
  type Login,
  logInByCode,
  logInByPassword,
  logOut,
  ownProfile,
  register,
  resetPassword,
  sendCode,
  sendOwnCode,
} from '../../modules/identity/index.ts';
import { grantPoints } from '../../modules/points/index.ts';
import { setOwnPicture } from '../../modules/publishing/index.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';
import { userInfo } from '../../views/user-info.ts';
import { blankToNone, captchaField, passwordField, phoneField } from './fields.ts';

const purposeField = z.enum(['register', 'login', 'reset', 'bind'], { error: '验证码用途无效' });
const existField = choiceField('账号状态应为 1 或 2', [1, 2]);
const requiredText = (label: string, most: number) => z.preprocess((value) => value ?? '', textField(label, most, 1));
/** Sent by the specification's client beside the header; says nothing more. */
const platformField = z.unknown().optional();

const addressOf = (ctx: Ctx) => ('address' in ctx.actor ? ctx.actor.address : '');
/** What somebody signs in with: the browser is known again by its cookie. */
const fromOf = (ctx: Ctx, c: Context) => ({ device: deviceName(c.req.header('user-agent')), browser: ensureBrowser(ctx.app, c) });
const answerLogin = async (ctx: Ctx, { token, user_id }: Login) => ({ token, userinfo: await userInfo(ctx, user_id) });

/** One address, all phones. Wide enough for an office, far too narrow to list phones by the answers. */
const LIMIT = { points: 240, window_s: 3_600 };
/** One user. */
const CHANGES = { points: 30, window_s: 600 };

export const identityEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/userv2/sendCaptcha',
    summary: '发送短信验证码；exist 1 手机号须已注册，2 须未注册',
    tag: 'identity',
    auth: 'none',
    limit: LIMIT,
    input: z.object({ mobile: phoneField, exist: existField, purpose: z.preprocess(blankToNone, purposeField.optional()) }),
    output: z.strictObject({ sandbox: z.number() }),
    handle: async (ctx, { mobile, exist, purpose }) => {
      await sendCode(ctx, { mobile, exist, ...(purpose ? { purpose } : {}) }, addressOf(ctx));
      // a sandbox shows where the message went; a real phone needs no hint
      return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/user/checkCaptcha',
    summary: '核对短信验证码，不消耗',
    tag: 'identity',
    auth: 'none',
    body_only: true,
    limit: LIMIT,
    input: z.object({ mobile: phoneField, captcha: captchaField, purpose: purposeField.default('reset') }),
    output: z.null(),
    handle: async (ctx, input) => {
      await checkCode(ctx, input);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/user/registered',
    summary: '注册并登录',
    tag: 'identity',
    auth: 'none',
    body_only: true,
    limit: LIMIT,
    input: z.object({
      account: phoneField,
      captcha: captchaField,
      password: passwordField,
      platform: platformField,
      web_channel_id: z.preprocess(blankToNone, textField('渠道', 64).optional()),
      invitorid: z.preprocess(blankToNone, idField.optional()),
    }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
    handle: async (ctx, { account, captcha, password, web_channel_id, invitorid }, c) =>
      answerLogin(ctx, await register(ctx, { account, captcha, password, web_channel_id, invitorid, ...fromOf(ctx, c) })),
  }),
  endpoint({
    method: 'POST',
    path: '/api/user/login',
    summary: '密码登录；错误 5 次后需要图形验证码（data.captcha 为 1）',
    tag: 'identity',
    auth: 'none',
    body_only: true,
    input: z.object({
      account: phoneField,
      password: passwordField,
      login_platform: platformField,
      picture_key: textField('验证码编号', 64).optional(),
      picture: textField('验证码', 16).optional(),
    }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
    handle: async (ctx, { account, password, picture_key, picture }, c) =>
      answerLogin(ctx, await logInByPassword(ctx, { account, password, picture_key, picture, ...fromOf(ctx, c) }, addressOf(ctx))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/user/loginCaptcha',
    summary: '短信验证码登录',
    tag: 'identity',
    auth: 'none',
    body_only: true,
    limit: LIMIT,
    input: z.object({ account: phoneField, captcha: captchaField, login_platform: platformField }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
    handle: async (ctx, { account, captcha }, c) => answerLogin(ctx, await logInByCode(ctx, { account, captcha, ...fromOf(ctx, c) })),
  }),
  endpoint({
    method: 'POST',
    path: '/api/user/resetPassword',
    summary: '凭短信验证码重置密码；所有登录随之失效',
    tag: 'identity',
    auth: 'none',
    body_only: true,
    limit: LIMIT,
    input: z.object({ account: phoneField, captcha: captchaField, password: passwordField }),
    output: z.null(),
    handle: async (ctx, input) => {
      await resetPassword(ctx, input);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/user/logout',
    summary: '退出登录',
    tag: 'identity',
    auth: 'optional',
    input: noInput,
    output: z.null(),
    handle: async (ctx) => {
      await logOut(ctx);
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/user/userinfo',
    summary: '当前用户',
    tag: 'identity',
    auth: 'user',
    input: noInput,
    output: userInfoOutput,
    handle: async (ctx) => userInfo(ctx, requireUser(ctx)),
  }),
  endpoint({
    method: 'POST',
    path: '/user/user/userinfo',
    summary: '补充个人信息，首次完成奖励 20 积分',
    tag: 'identity',
    auth: 'user',
    input: z.object({
      nickname: requiredText('昵称', 20),
      birthday: z.string({ error: '请选择日期' }).max(10, '请选择日期'),
      sex: choiceField('请选择性别', [1, 2]),
      show_company: requiredText('公司', 50),
      show_job: requiredText('职位', 30),
    }),
    output: userInfoOutput,
    handle: async (ctx, input, c) => {
      await completeProfile(ctx, input, (tx, user_id) =>
        grantPoints(tx, { user_id, points: PROFILE_POINTS, reason: 'profile', key: profilePointsKey(user_id) }),
      );
      c.header('cache-control', 'no-store');
      return c.json({ code: 0, msg: '个人信息补充成功', data: await userInfo(ctx, requireUser(ctx)) });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/user/user/profile',
    summary: '我的资料',
    tag: 'identity',
    auth: 'user',
    input: noInput,
    output: ownProfileOutput,
    handle: (ctx) => ownProfile(ctx),
  }),
  endpoint({
    method: 'PUT',
    path: '/user/user/profile',
    summary: '修改昵称、城市、公司与职位',
    tag: 'identity',
    auth: 'user',
    limit: CHANGES,
    input: z.object({
      nickname: textField('昵称', PROFILE_MAX.nickname * 2),
      city: textField('城市', PROFILE_MAX.city * 2).default(''),
      show_company: textField('公司', PROFILE_MAX.show_company * 2).default(''),
      show_job: textField('职位', PROFILE_MAX.show_job * 2).default(''),
    }),
    output: userInfoOutput,
    handle: async (ctx, input) => {
      await editProfile(ctx, input);
      return userInfo(ctx, requireUser(ctx));
    },
  }),
  endpoint({
    method: 'POST',
    path: '/user/user/headimg',
    summary: '把上传好的图片设为头像',
    tag: 'identity',
    auth: 'user',
    limit: CHANGES,
    input: z.object({ file_id: idField }),
    owned_ids: ['file_id'],
    output: userInfoOutput,
    handle: async (ctx, { file_id }) => {
      await setOwnPicture(ctx, file_id);
      return userInfo(ctx, requireUser(ctx));
    },
  }),
  endpoint({
    method: 'POST',
    path: '/user/user/captcha',
    summary: '向自己的手机号发送验证码，用于修改密码或手机号',
    tag: 'identity',
    auth: 'user',
    limit: CHANGES,
    input: noInput,
    output: z.strictObject({ sandbox: z.number() }),
    handle: async (ctx) => {
      await sendOwnCode(ctx, addressOf(ctx));
      return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/user/user/password',
    summary: '修改密码：凭原密码，或凭发到自己手机的验证码；其他设备的登录随之失效',
    tag: 'identity',
    auth: 'user',
    body_only: true,
    limit: CHANGES,
    input: z.object({
      old_password: z.string({ error: '原密码应为文字' }).max(200, '原密码不正确').default(''),
      captcha: z.preprocess((value) => value ?? '', textField('验证码', 16)),
      password: passwordField,
    }),
    output: z.null(),
    handle: async (ctx, input) => {
      await changePassword(ctx, input);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/user/user/mobile',
    summary: '更换手机号：原手机号与新手机号各凭一个验证码',
    tag: 'identity',
    auth: 'user',
    body_only: true,
    limit: CHANGES,
    input: z.object({ captcha: captchaField, mobile: phoneField, mobile_captcha: captchaField }),
    output: userInfoOutput,
    handle: async (ctx, input) => {
      await changeMobile(ctx, input);
      return userInfo(ctx, requireUser(ctx));
    },
  }),
];
