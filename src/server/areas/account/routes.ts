import type { Context } from 'hono';
import { accountCalls } from '#contract/account/calls.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { serve } from '../../http/endpoint.ts';
import { refusalPage } from '../../http/error-page.ts';
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
import { todayCards } from '../../views/today-cards.ts';
import { ownSecurity, userInfo } from '../../views/user-info.ts';
import { wechatEndpoints } from './wechat-routes.ts';

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
  serve(accountCalls.post_prove, async (ctx, { password, captcha, passkey }, c) => {
    await prove(ctx, { password, captcha: captcha.trim(), passkey: passkey ? { ...passkey, origin: originOf(c) } : null });
    return null;
  }),
  serve(accountCalls.ways, async (ctx) => {
    await endOtherWays(ctx);
    return null;
  }),
  serve(accountCalls.device, async (ctx, { id }) => {
    await endOwnLogin(ctx, id);
    return null;
  }),
  serve(accountCalls.devices, async (ctx) => {
    await endOtherOwnLogins(ctx);
    return null;
  }),
  serve(accountCalls.passkey_options, (ctx, _input, c) => passkeyOptions(ctx, originOf(c))),
  serve(accountCalls.post_passkey, async (ctx, { key, response, name }, c) => {
    await addPasskey(ctx, { key, response, name, origin: originOf(c) });
    return { list: await ownPasskeys(ctx) };
  }),
  serve(accountCalls.delete_passkey, async (ctx, { id }) => {
    await dropPasskey(ctx, id);
    return null;
  }),
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
  serve(accountCalls.today, async (ctx) => ({ list: await todayCards(ctx, requireUser(ctx)) })),
  serve(accountCalls.invite, (ctx, input) => ownInvites(ctx, input)),
];
