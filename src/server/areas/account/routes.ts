import type { Context } from 'hono';
import { z } from 'zod';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import type { Ctx } from '../../app/ctx.ts';
import { requireUser } from '../../app/ctx.ts';
import { ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { endpoint } from '../../http/endpoint.ts';
import { refusalPage } from '../../http/error-page.ts';
import { idField, limitField, noInput, pageField, plainNumber, textField, wholeNumber } from '../../http/fields.ts';
import {
  closingCheckOutput,
  ownInvitesOutput,
  ownPasskeyOutput,
  ownSecurityOutput,
  passkeyOptionsOutput,
  proofWaysOutput,
  todayCardOutput,
} from '../../http/outputs/account.ts';
import { userInfoOutput } from '../../http/outputs/identity.ts';
import { sendFile } from '../../http/send-file.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError } from '../../kernel/errors.ts';
import { yuanToFen } from '../../kernel/money.ts';
import {
  addPasskey,
  dropPasskey,
  endOtherOwnLogins,
  endOwnLogin,
  handedOverTo,
  handOver,
  type Login,
  logInByHandOver,
  logInByPasskey,
  ownPasskeys,
  passkeyLoginOptions,
  passkeyOptions,
  proofWays,
  prove,
} from '../../modules/identity/index.ts';
import { ownInvites } from '../../modules/invites/index.ts';
import { askExport, closeAccount, closingCheck, endOtherWays, openExport, ownExport } from '../../modules/privacy/index.ts';
import { ownSecurity } from '../../views/own-security.ts';
import { todayCards } from '../../views/today-cards.ts';
import { userInfo } from '../../views/user-info.ts';
import { captchaField } from '../identity/fields.ts';
import { wechatEndpoints } from './wechat-routes.ts';

const CHANGES = { points: 30, window_s: 600 };
const codeField = z.string({ error: '链接无效' }).regex(/^[\w-]{8,64}$/, '登录链接已失效，请重新登录');
const givenUpField = z.preprocess(plainNumber, z.number({ error: '余额无效' }).min(0, '余额无效').max(1_000_000, '余额无效'));
const loginOutput = z.strictObject({ token: z.string(), userinfo: userInfoOutput });
/** WebAuthn's answer: its library reads it whole, and refuses what is no such thing. */
const NO_PASSKEY = '没有收到通行密钥的回答，请重试';
const answerField = z.looseObject({ id: z.string({ error: NO_PASSKEY }).max(2_048, NO_PASSKEY) }, { error: NO_PASSKEY });

const fromOf = (ctx: Ctx, c: Context) => ({ device: deviceName(c.req.header('user-agent')), browser: ensureBrowser(ctx.app, c) });
const originOf = (c: Context) => c.req.header('origin') ?? '';
const answerLogin = async (ctx: Ctx, { token, user_id }: Login) => ({ token, userinfo: await userInfo(ctx, user_id) });

export const accountEndpoints = [
  ...wechatEndpoints,
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.hand_over,
    summary: '取得一次性登录码，60 秒内可在另一个浏览器登录一次（地址中的 token 参数）',
    tag: 'account',
    auth: 'user',
    limit: CHANGES,
    input: noInput,
    output: z.strictObject({ code: z.string(), expires_at: z.int() }),
    handle: async (ctx) => {
      const { code, expires_at } = await handOver(ctx);
      return { code, expires_at: unixSeconds(expires_at) };
    },
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.adopt,
    summary: '一次性登录码属于哪个账号；不消耗',
    tag: 'account',
    auth: 'none',
    limit: CHANGES,
    input: z.object({ code: codeField }),
    output: z.strictObject({ nickname: z.string(), account: z.string() }),
    handle: async (ctx, { code }) => {
      const { nickname, account } = await userInfo(ctx, await handedOverTo(ctx, code));
      return { nickname, account };
    },
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.adopt,
    summary: '用一次性登录码登录，用后即失效',
    tag: 'account',
    auth: 'none',
    body_only: true,
    limit: CHANGES,
    input: z.object({ code: codeField }),
    output: loginOutput,
    handle: async (ctx, { code }, c) => answerLogin(ctx, await logInByHandOver(ctx, code, fromOf(ctx, c))),
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.security,
    summary: '账号安全：密码、微信、通行密钥、登录设备与数据导出',
    tag: 'account',
    auth: 'user',
    input: noInput,
    output: ownSecurityOutput,
    handle: (ctx) => ownSecurity(ctx),
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.prove,
    summary: '可以用什么方式证明是本人：短信验证码总是可以',
    tag: 'account',
    auth: 'user',
    input: noInput,
    output: proofWaysOutput,
    handle: (ctx) => proofWays(ctx),
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.prove,
    summary: '证明是本人：密码、发到自己手机的验证码或通行密钥；十分钟内可以进行敏感操作（状态 428 的调用）',
    tag: 'account',
    auth: 'user',
    body_only: true,
    limit: CHANGES,
    input: z.object({
      password: z.string({ error: '密码应为文字' }).max(200, '密码不正确').default(''),
      captcha: textField('验证码', 16).default(''),
      passkey: z.object({ key: codeField, response: answerField }).optional(),
    }),
    output: z.null(),
    handle: async (ctx, { password, captcha, passkey }, c) => {
      await prove(ctx, { password, captcha: captcha.trim(), passkey: passkey ? { ...passkey, origin: originOf(c) } : null });
      return null;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: ACCOUNT_CALLS.ways,
    summary: '结束其他登录方式：删除全部通行密钥、解绑微信、停用日历地址与检票链接、其他设备退出登录',
    tag: 'account',
    auth: 'user',
    limit: CHANGES,
    input: noInput,
    output: z.null(),
    handle: async (ctx) => {
      await endOtherWays(ctx);
      return null;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: ACCOUNT_CALLS.device,
    summary: '让一台设备退出登录',
    tag: 'account',
    auth: 'user',
    limit: CHANGES,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id }) => {
      await endOwnLogin(ctx, id);
      return null;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: ACCOUNT_CALLS.devices,
    summary: '让除本机外的所有设备退出登录',
    tag: 'account',
    auth: 'user',
    limit: CHANGES,
    input: noInput,
    output: z.null(),
    handle: async (ctx) => {
      await endOtherOwnLogins(ctx);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.passkey_options,
    summary: '添加通行密钥的参数（WebAuthn）',
    tag: 'account',
    auth: 'user',
    limit: CHANGES,
    input: noInput,
    output: passkeyOptionsOutput,
    handle: (ctx, _input, c) => passkeyOptions(ctx, originOf(c)),
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.passkey,
    summary: '添加通行密钥，回答全部通行密钥',
    tag: 'account',
    auth: 'user',
    body_only: true,
    limit: CHANGES,
    input: z.object({ key: codeField, response: answerField, name: textField('名称', 30, 1) }),
    output: z.strictObject({ list: z.array(ownPasskeyOutput) }),
    handle: async (ctx, { key, response, name }, c) => {
      await addPasskey(ctx, { key, response, name, origin: originOf(c) });
      return { list: await ownPasskeys(ctx) };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: ACCOUNT_CALLS.passkey,
    summary: '删除通行密钥',
    tag: 'account',
    auth: 'user',
    limit: CHANGES,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id }) => {
      await dropPasskey(ctx, id);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.passkey_login_options,
    summary: '通行密钥登录的参数（WebAuthn）',
    tag: 'account',
    auth: 'none',
    limit: { points: 120, window_s: 600 },
    input: noInput,
    output: passkeyOptionsOutput,
    handle: (ctx, _input, c) => passkeyLoginOptions(ctx, originOf(c)),
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.passkey_login,
    summary: '用通行密钥登录',
    tag: 'account',
    auth: 'none',
    body_only: true,
    limit: { points: 120, window_s: 600 },
    input: z.object({ key: codeField, response: answerField }),
    output: loginOutput,
    handle: async (ctx, { key, response }, c) =>
      answerLogin(ctx, await logInByPasskey(ctx, { key, response, origin: originOf(c), ...fromOf(ctx, c) })),
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.close,
    summary: '注销前的检查：还有什么未了结，会失去什么',
    tag: 'account',
    auth: 'user',
    input: noInput,
    output: closingCheckOutput,
    handle: (ctx) => closingCheck(ctx),
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.close,
    summary: '申请注销账号，凭发到自己手机的验证码；balance 与 coin 为确认放弃的余额（元）与猫币；7 天内重新登录即撤销',
    tag: 'account',
    auth: 'user',
    body_only: true,
    limit: CHANGES,
    input: z.object({ captcha: captchaField, balance: givenUpField.default(0), coin: wholeNumber('猫币数无效', 0, 1_000_000).default(0) }),
    output: z.strictObject({ closing_at: z.int() }),
    handle: async (ctx, { captcha, balance, coin }) => {
      const closing_at = await closeAccount(ctx, captcha, { balance_fen: yuanToFen(balance) ?? 0, coin });
      return { closing_at: unixSeconds(closing_at) };
    },
  }),
  endpoint({
    method: 'POST',
    path: ACCOUNT_CALLS.export,
    summary: '导出我的全部数据：后台打包为 ZIP，完成后可在三天内下载',
    tag: 'account',
    auth: 'user',
    limit: CHANGES,
    input: noInput,
    output: ownSecurityOutput.shape.export,
    handle: async (ctx) => {
      await askExport(ctx);
      return ownExport(ctx);
    },
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.export_file,
    summary: '签名链接下载数据包，支持 Range；三天后失效',
    tag: 'account',
    auth: 'optional',
    input: noInput,
    answers: 'application/zip',
    handle: async (ctx, _input, c) => {
      try {
        const { name, ...file } = await openExport(ctx, c.req.param('signed') ?? '');
        const headers = {
          'content-type': 'application/zip',
          'content-disposition': contentDisposition(name),
          'cache-control': 'private, no-cache',
        };
        return await sendFile(c, { ...file, headers }, ctx.log);
      } catch (error) {
        if (!(error instanceof AppError) || !c.req.header('accept')?.includes('text/html')) throw error;
        return refusalPage(error.status, error.message);
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.today,
    summary: '个人中心待办：等待处理的订单、作品、报价与应聘，快到期的会员、优惠券与积分，明天的沙龙，未读消息',
    tag: 'account',
    auth: 'user',
    input: noInput,
    output: z.strictObject({ list: z.array(todayCardOutput) }),
    handle: async (ctx) => ({ list: await todayCards(ctx, requireUser(ctx)) }),
  }),
  endpoint({
    method: 'GET',
    path: ACCOUNT_CALLS.invite,
    summary: '我的邀请：邀请码、奖励与被邀请的好友',
    tag: 'account',
    auth: 'user',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownInvitesOutput,
    handle: (ctx, input) => ownInvites(ctx, input),
  }),
];
