import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { CONSENT_NAMES } from '#contract/consent.ts';
import { captchaField } from '#contract/identity/fields.ts';
import { choiceField, idField, limitField, pageField, plainNumber, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  closingCheckOutput,
  ownInvitesOutput,
  ownPasskeyOutput,
  ownSecurityOutput,
  passkeyOptionsOutput,
  proofWaysOutput,
  todayCardOutput,
} from '#contract/outputs/account.ts';
import { userInfoOutput } from '#contract/outputs/identity.ts';

const call = callsOf('account');

const CHANGES = { points: 30, window_s: 600 };
const codeField = z.string({ error: '链接无效' }).regex(/^[\w-]{8,64}$/, '登录链接已失效，请重新登录');
const givenUpField = z.preprocess(plainNumber, z.number({ error: '余额无效' }).min(0, '余额无效').max(1_000_000, '余额无效'));
const loginOutput = z.strictObject({ token: z.string(), userinfo: userInfoOutput });
/** WebAuthn's answer: its library reads it whole, and refuses anything else. */
const NO_PASSKEY = '没有收到通行密钥的回答，请重试';
const answerField = z.looseObject({ id: z.string({ error: NO_PASSKEY }).max(2_048, NO_PASSKEY) }, { error: NO_PASSKEY });

export const accountCalls = {
  hand_over: call('POST', '/api/user/handover', {
    summary: '取得一次性登录码，60 秒内可在另一个浏览器登录一次（地址中的 token 参数）',
    limit: CHANGES,
    output: z.strictObject({ code: z.string(), expires_at: z.int() }),
  }),
  get_adopt: call('GET', '/api/user/adopt', {
    summary: '一次性登录码属于哪个账号；不消耗',
    auth: 'none',
    limit: CHANGES,
    input: z.object({ code: codeField }),
    output: z.strictObject({ nickname: z.string(), account: z.string() }),
  }),
  post_adopt: call('POST', '/api/user/adopt', {
    summary: '用一次性登录码登录，用后即失效',
    auth: 'none',
    body_only: true,
    limit: CHANGES,
    input: z.object({ code: codeField }),
    output: loginOutput,
  }),
  security: call('GET', '/user/user/security', {
    summary: '账号安全：密码、微信、通行密钥、登录设备与数据导出',
    output: ownSecurityOutput,
  }),
  consent: call('POST', '/user/user/consent', {
    summary: '同意更新后的文本（given 1）；或允许、不再允许记录浏览足迹（reads），不再允许时已有的足迹随之删除',
    body_only: true,
    limit: CHANGES,
    input: z.object({
      names: z
        .array(z.enum(CONSENT_NAMES, { error: '文本无效' }), { error: '文本无效' })
        .min(1, '文本无效')
        .max(CONSENT_NAMES.length, '文本无效'),
      given: choiceField('请选择同意或不同意', [0, 1]),
    }),
    output: z.null(),
  }),
  get_prove: call('GET', '/user/user/prove', {
    summary: '可以用什么方式证明是本人：短信验证码总是可以',
    output: proofWaysOutput,
  }),
  post_prove: call('POST', '/user/user/prove', {
    summary: '证明是本人：密码、发到自己手机的验证码或通行密钥；十分钟内可以进行敏感操作（状态 428 的调用）',
    body_only: true,
    limit: CHANGES,
    input: z.object({
      password: z.string({ error: '密码应为文字' }).max(200, '密码不正确').default(''),
      captcha: textField('验证码', 16).default(''),
      passkey: z.strictObject({ key: codeField, response: answerField }).optional(),
    }),
    output: z.null(),
  }),
  ways: call('DELETE', '/user/user/ways', {
    summary: '结束其他登录方式：删除全部通行密钥、解绑微信、停用日历地址与检票链接、其他设备退出登录',
    limit: CHANGES,
    output: z.null(),
  }),
  device: call('DELETE', '/user/user/device', {
    summary: '让一台设备退出登录',
    limit: CHANGES,
    owned: { id: 'login' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  devices: call('DELETE', '/user/user/devices', {
    summary: '让除本机外的所有设备退出登录',
    limit: CHANGES,
    output: z.null(),
  }),
  passkey_options: call('POST', '/user/user/passkeyoptions', {
    summary: '添加通行密钥的参数（WebAuthn）',
    limit: CHANGES,
    output: passkeyOptionsOutput,
  }),
  post_passkey: call('POST', '/user/user/passkey', {
    summary: '添加通行密钥，回答全部通行密钥',
    body_only: true,
    limit: CHANGES,
    input: z.object({ key: codeField, response: answerField, name: textField('名称', 30, 1) }),
    output: z.strictObject({ list: z.array(ownPasskeyOutput) }),
  }),
  delete_passkey: call('DELETE', '/user/user/passkey', {
    summary: '删除通行密钥',
    limit: CHANGES,
    owned: { id: 'passkey' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  passkey_login_options: call('POST', '/api/user/passkeyoptions', {
    summary: '通行密钥登录的参数（WebAuthn）',
    auth: 'none',
    limit: { points: 120, window_s: 600 },
    output: passkeyOptionsOutput,
  }),
  passkey_login: call('POST', '/api/user/passkey', {
    summary: '用通行密钥登录',
    auth: 'none',
    body_only: true,
    limit: { points: 120, window_s: 600 },
    input: z.object({ key: codeField, response: answerField }),
    output: loginOutput,
  }),
  get_close: call('GET', '/user/user/close', {
    summary: '注销前的检查：还有什么未了结，会失去什么',
    output: closingCheckOutput,
  }),
  post_close: call('POST', '/user/user/close', {
    summary: '申请注销账号，凭发到自己手机的验证码；balance 与 coin 为确认放弃的余额（元）与猫币；7 天内重新登录即撤销',
    body_only: true,
    limit: CHANGES,
    input: z.object({ captcha: captchaField, balance: givenUpField.default(0), coin: wholeNumber('猫币数无效', 0, 1_000_000).default(0) }),
    output: z.strictObject({ closing_at: z.int() }),
  }),
  export: call('POST', '/user/user/export', {
    summary: '导出我的全部数据：后台打包为 ZIP，完成后可在三天内下载',
    limit: CHANGES,
    output: ownSecurityOutput.shape.export,
  }),
  export_file: call('GET', '/user/export/:signed', {
    summary: '签名链接下载数据包，支持 Range；三天后失效',
    auth: 'optional',
    lenient: true,
    owned: { signed: 'link' },
    answers: 'application/zip',
  }),
  today: call('GET', '/user/user/today', {
    summary: '个人中心待办：等待处理的订单、作品、报价与应聘，快到期的会员、优惠券与积分，明天的沙龙，未读消息',
    output: z.strictObject({ list: z.array(todayCardOutput) }),
  }),
  invite: call('GET', '/user/invite', {
    summary: '我的邀请：邀请码、奖励与被邀请的好友',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownInvitesOutput,
  }),
};
