import type { Context } from 'hono';
import { identityCalls } from '#contract/identity/calls.ts';
import { PROFILE_POINTS, profilePointsKey } from '#contract/points.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
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

const addressOf = (ctx: Ctx) => ('address' in ctx.actor ? ctx.actor.address : '');
/** What somebody signs in with: the browser is known again by its cookie. */
const fromOf = (ctx: Ctx, c: Context) => ({ device: deviceName(c.req.header('user-agent')), browser: ensureBrowser(ctx.app, c) });
const answerLogin = async (ctx: Ctx, { token, user_id }: Login) => ({ token, userinfo: await userInfo(ctx, user_id) });

export const identityEndpoints = [
  serve(identityCalls.sendCaptcha, async (ctx, { mobile, exist, purpose }) => {
    await sendCode(ctx, { mobile, exist, ...(purpose ? { purpose } : {}) }, addressOf(ctx));
    // a sandbox shows where the message went; a real phone needs no hint
    return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 } as const;
  }),
  serveDone(identityCalls.checkCaptcha, (ctx, input) => checkCode(ctx, input)),
  serve(identityCalls.registered, async (ctx, { account, captcha, password, web_channel_id, invitorid, age }, c) =>
    answerLogin(ctx, await register(ctx, { account, captcha, password, web_channel_id, invitorid, age, ...fromOf(ctx, c) })),
  ),
  serve(identityCalls.login, async (ctx, { account, password, picture_key, picture }, c) =>
    answerLogin(ctx, await logInByPassword(ctx, { account, password, picture_key, picture, ...fromOf(ctx, c) }, addressOf(ctx))),
  ),
  serve(identityCalls.loginCaptcha, async (ctx, { account, captcha }, c) =>
    answerLogin(ctx, await logInByCode(ctx, { account, captcha, ...fromOf(ctx, c) })),
  ),
  serveDone(identityCalls.resetPassword, (ctx, input) => resetPassword(ctx, input)),
  serveDone(identityCalls.logout, (ctx) => logOut(ctx)),
  serve(identityCalls.get_user_userinfo, async (ctx) => userInfo(ctx, requireUser(ctx))),
  serve(identityCalls.post_user_userinfo, async (ctx, input, c) => {
    await completeProfile(ctx, input, (tx, user_id) =>
      grantPoints(tx, { user_id, points: PROFILE_POINTS, reason: 'profile', key: profilePointsKey(user_id) }),
    );
    c.header('cache-control', 'no-store');
    return c.json({ code: 0, msg: '个人信息补充成功', data: await userInfo(ctx, requireUser(ctx)) });
  }),
  serve(identityCalls.get_profile, (ctx) => ownProfile(ctx)),
  serve(identityCalls.put_profile, async (ctx, input) => {
    await editProfile(ctx, input);
    return userInfo(ctx, requireUser(ctx));
  }),
  serve(identityCalls.headimg, async (ctx, { file_id }) => {
    await setOwnPicture(ctx, file_id);
    return userInfo(ctx, requireUser(ctx));
  }),
  serve(identityCalls.captcha, async (ctx) => {
    await sendOwnCode(ctx, addressOf(ctx));
    return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 } as const;
  }),
  serveDone(identityCalls.password, (ctx, input) => changePassword(ctx, input)),
  serve(identityCalls.mobile, async (ctx, input) => {
    await changeMobile(ctx, input);
    return userInfo(ctx, requireUser(ctx));
  }),
];
