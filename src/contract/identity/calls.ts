import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { ageField, blankToNone, captchaField, passwordField, phoneField } from '#contract/identity/fields.ts';
import { PROFILE_MAX } from '#contract/identity.ts';
import { choiceField, idField, textField } from '#contract/input-fields.ts';
import { ownProfileOutput, userInfoOutput } from '#contract/outputs/identity.ts';

const call = callsOf('identity');

const purposeField = z.enum(['register', 'login', 'reset', 'bind'], { error: '验证码用途无效' });
const existField = choiceField('账号状态应为 1 或 2', [1, 2]);
const requiredText = (label: string, most: number) => z.preprocess((value) => value ?? '', textField(label, most, 1));
/** Sent by the specification's client beside the header; says nothing more. */
const platformField = z.unknown().optional();
/** One address, all phones. Wide enough for an office, far too narrow to list phones by the answers. */
const LIMIT = { points: 240, window_s: 3_600 };
/** One user. */
const CHANGES = { points: 30, window_s: 600 };

export const identityCalls = {
  sendCaptcha: call('POST', '/api/userv2/sendCaptcha', {
    summary: '发送短信验证码；exist 1 手机号须已注册，2 须未注册',
    auth: 'none',
    limit: LIMIT,
    input: z.object({
      mobile: phoneField,
      /** 1: the phone must have a user; 2: it must not. */
      exist: existField,
      purpose: z.preprocess(blankToNone, purposeField.optional()),
    }),
    output: z.strictObject({ sandbox: z.literal([0, 1]) }),
  }),
  checkCaptcha: call('POST', '/api/user/checkCaptcha', {
    summary: '核对短信验证码，不消耗',
    auth: 'none',
    body_only: true,
    limit: LIMIT,
    input: z.object({ mobile: phoneField, captcha: captchaField, purpose: purposeField.default('reset') }),
    output: z.null(),
  }),
  registered: call('POST', '/api/user/registered', {
    summary: '注册并登录',
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
      age: ageField,
    }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
  }),
  login: call('POST', '/api/user/login', {
    summary: '密码登录；错误 5 次后需要图形验证码（data.captcha 为 1）',
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
  }),
  loginCaptcha: call('POST', '/api/user/loginCaptcha', {
    summary: '短信验证码登录',
    auth: 'none',
    body_only: true,
    limit: LIMIT,
    input: z.object({ account: phoneField, captcha: captchaField, login_platform: platformField }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
  }),
  resetPassword: call('POST', '/api/user/resetPassword', {
    summary: '凭短信验证码重置密码；所有登录随之失效',
    auth: 'none',
    body_only: true,
    limit: LIMIT,
    input: z.object({ account: phoneField, captcha: captchaField, password: passwordField }),
    output: z.null(),
  }),
  logout: call('POST', '/api/user/logout', {
    summary: '退出登录',
    auth: 'optional',
    output: z.null(),
  }),
  get_user_userinfo: call('GET', '/api/user/userinfo', {
    summary: '当前用户',
    output: userInfoOutput,
  }),
  post_user_userinfo: call('POST', '/user/user/userinfo', {
    summary: '补充个人信息，首次完成奖励 20 积分',
    input: z.object({
      nickname: requiredText('昵称', 20),
      /** YYYY-MM-DD */
      birthday: z.string({ error: '请选择日期' }).max(10, '请选择日期'),
      /** 1 male, 2 female */
      sex: choiceField('请选择性别', [1, 2]),
      show_company: requiredText('公司', 50),
      show_job: requiredText('职位', 30),
    }),
    output: userInfoOutput,
  }),
  get_profile: call('GET', '/user/user/profile', {
    summary: '我的资料',
    output: ownProfileOutput,
  }),
  put_profile: call('PUT', '/user/user/profile', {
    summary: '修改昵称、城市、公司与职位',
    limit: CHANGES,
    input: z.object({
      nickname: textField('昵称', PROFILE_MAX.nickname * 2),
      city: textField('城市', PROFILE_MAX.city * 2).default(''),
      show_company: textField('公司', PROFILE_MAX.show_company * 2).default(''),
      show_job: textField('职位', PROFILE_MAX.show_job * 2).default(''),
    }),
    output: userInfoOutput,
  }),
  headimg: call('POST', '/user/user/headimg', {
    summary: '把上传好的图片设为头像',
    limit: CHANGES,
    owned: { file_id: 'picture' },
    input: z.object({ file_id: idField }),
    output: userInfoOutput,
  }),
  captcha: call('POST', '/user/user/captcha', {
    summary: '向自己的手机号发送验证码，用于修改密码或手机号',
    limit: CHANGES,
    output: z.strictObject({ sandbox: z.literal([0, 1]) }),
  }),
  password: call('POST', '/user/user/password', {
    summary: '修改密码：凭原密码，或凭发到自己手机的验证码；其他设备的登录随之失效',
    body_only: true,
    limit: CHANGES,
    input: z.object({
      old_password: z.string({ error: '原密码应为文字' }).max(200, '原密码不正确').default(''),
      captcha: z.preprocess((value) => value ?? '', textField('验证码', 16)),
      password: passwordField,
    }),
    output: z.null(),
  }),
  mobile: call('POST', '/user/user/mobile', {
    summary: '更换手机号：原手机号与新手机号各凭一个验证码',
    body_only: true,
    limit: CHANGES,
    input: z.object({ captcha: captchaField, mobile: phoneField, mobile_captcha: captchaField }),
    output: userInfoOutput,
  }),
};
