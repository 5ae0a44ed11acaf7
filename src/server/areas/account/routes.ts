import type { Context } from 'hono';
import { accountCalls } from '#contract/account/calls.ts';
import { accountWechatCalls } from '#contract/account/wechat-calls.ts';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { browserOf, ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { notePage, refusalPage } from '../../http/error-page.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { sendFile } from '../../http/send-file.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError, forbidden } from '../../kernel/errors.ts';
import { yuanToFen } from '../../kernel/money.ts';
import { forgetFootprints } from '../../modules/engagement/index.ts';
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
import { askExport, closeAccount, closingCheck, endOtherWays, openExport, ownExport, sayConsent } from '../../modules/privacy/index.ts';
import { unbindVisitors } from '../../modules/tracking/index.ts';
import { bindWechat, checkWechatLogin, startWechatLogin, takeWechatCode, unlinkWechat } from '../../modules/wechat/index.ts';
import { isSandboxWechat } from '../../providers/wechat-login/sandbox.ts';
import { todayCards } from '../../views/today-cards.ts';
import { ownSecurity, userInfo } from '../../views/user-info.ts';

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
  serve(accountWechatCalls.wechat_bind, async (ctx, { token, account, captcha, nickname, password, web_channel_id, invitorid, age }, c) => {
    const login = await bindWechat(ctx, {
      ...{ token, account, captcha, nickname, password, web_channel_id, invitor_id: invitorid, age },
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
  serveDone(accountWechatCalls.wechat_unlink, (ctx) => unlinkWechat(ctx, requireUser(ctx))),
];

const fromOf = (ctx: Ctx, c: Context) => ({ device: deviceName(c.req.header('user-agent')), browser: ensureBrowser(ctx.app, c) });
const originOf = (c: Context) => c.req.header('origin') ?? '';
const answerLogin = async (ctx: Ctx, { token, user_id }: Login) => ({ token, userinfo: await userInfo(ctx, user_id) });

export const accountEndpoints = [
  ...wechatEndpoints,
  serve(accountCalls.hand_over, async (ctx) => {
    const { code, expires_at } = await handOver(ctx);
    return { code, expires_at: unixSeconds(expires_at) };
  }),
  serve(accountCalls.get_adopt, async (ctx, { code }) => {
    const { nickname, account } = await userInfo(ctx, await handedOverTo(ctx, code));
    return { nickname, account };
  }),
  serve(accountCalls.post_adopt, async (ctx, { code }, c) => answerLogin(ctx, await logInByHandOver(ctx, code, fromOf(ctx, c)))),
  serve(accountCalls.security, (ctx) => ownSecurity(ctx)),
  serve(accountCalls.get_prove, (ctx) => proofWays(ctx)),
  serveDone(accountCalls.post_prove, (ctx, { password, captcha, passkey }, c) =>
    prove(ctx, { password, captcha: captcha.trim(), passkey: passkey ? { ...passkey, origin: originOf(c) } : null }),
  ),
  serveDone(accountCalls.ways, (ctx) => endOtherWays(ctx)),
  serveDone(accountCalls.device, (ctx, { id }) => endOwnLogin(ctx, id)),
  serveDone(accountCalls.devices, (ctx) => endOtherOwnLogins(ctx)),
  serve(accountCalls.passkey_options, (ctx, _input, c) => passkeyOptions(ctx, originOf(c))),
  serve(accountCalls.post_passkey, async (ctx, { key, response, name }, c) => {
    await addPasskey(ctx, { key, response, name, origin: originOf(c) });
    return { list: await ownPasskeys(ctx) };
  }),
  serveDone(accountCalls.delete_passkey, (ctx, { id }) => dropPasskey(ctx, id)),
  serve(accountCalls.passkey_login_options, (ctx, _input, c) => passkeyLoginOptions(ctx, originOf(c))),
  serve(accountCalls.passkey_login, async (ctx, { key, response }, c) =>
    answerLogin(ctx, await logInByPasskey(ctx, { key, response, origin: originOf(c), ...fromOf(ctx, c) })),
  ),
  serve(accountCalls.get_close, (ctx) => closingCheck(ctx)),
  serve(accountCalls.post_close, async (ctx, { captcha, balance, coin }) => {
    const closing_at = await closeAccount(ctx, captcha, { balance_fen: yuanToFen(balance) ?? 0, coin });
    return { closing_at: unixSeconds(closing_at) };
  }),
  serve(accountCalls.export, async (ctx) => {
    await askExport(ctx);
    return ownExport(ctx);
  }),
  serve(accountCalls.export_file, async (ctx, _input, c) => {
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
  }),
  serveDone(accountCalls.consent, (ctx, { names, given }) =>
    inTransaction(ctx, async (tx) => {
      await sayConsent(tx, names, given === 1);
      if (given === 1) return;
      await forgetFootprints(tx, null);
      await unbindVisitors(tx);
    }),
  ),
  serve(accountCalls.today, async (ctx) => ({ list: await todayCards(ctx, requireUser(ctx)) })),
  serve(accountCalls.invite, (ctx, input) => ownInvites(ctx, input)),
];
