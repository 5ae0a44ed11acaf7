import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CALLS, type OwnSecurity, type PasskeyOptions } from '#contract/account.ts';
import type { UserInfo } from '#contract/identity.ts';
import { jobDefinitions, outboxHandlers } from '#server/areas/index.ts';
import { notices } from '#server/modules/notices/tables.ts';
import { deliverOutbox } from '#server/outbox/outbox.ts';
import { testApp } from '../support/app.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { codeFor, newMobile, PASSWORD, readPicture, registerUser, type SignedIn } from '../support/identity.ts';
import { type OwnBrowser, openBrowser } from '../support/own-browser.ts';

const t = testApp();

const deliver = async () => {
  while ((await deliverOutbox(t.app, outboxHandlers(t.app))) > 0);
};
const told = async (user_id: number) => {
  await deliver();
  const rows = await t.app.db.select().from(notices).where(eq(notices.user_id, user_id)).orderBy(notices.id);
  return rows.map(({ title }) => title);
};
const UA = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537.36' };
const logIn = (browser: OwnBrowser, account: string, password = PASSWORD) =>
  browser.call<SignedIn>('POST', '/api/user/login', { body: { account, password }, headers: UA });
const security = async (token: string) => (await t.call<OwnSecurity>('GET', ACCOUNT_CALLS.security, { token })).body.data;

describe('devices', () => {
  it('tells of a login in a browser that the user never had, and not of one that is known', async () => {
    const mobile = newMobile();
    const { id } = (await registerUser(t, mobile)).body.data.userinfo;
    const [desk, phone] = [openBrowser(t), openBrowser(t)];
    // the browser of the registration keeps a cookie in life; here it is one of its own
    await logIn(desk, mobile);
    expect(await told(id)).toEqual(['您的账号在新设备登录']);
    t.clock.advance_ms(60_000);
    await logIn(desk, mobile);
    expect(await told(id)).toHaveLength(1);
    await logIn(phone, mobile);
    expect(await told(id)).toHaveLength(2);
  });

  it('lists logins with how and where, and ends one, or all others', async () => {
    const mobile = newMobile();
    const { token } = (await registerUser(t, mobile)).body.data;
    const a = (await logIn(openBrowser(t), mobile)).body.data.token;
    const b = (await logIn(openBrowser(t), mobile)).body.data.token;
    const { devices } = await security(a);
    expect(devices.map(({ device, way, is_this }) => [device, way, is_this])).toEqual([
      ['Windows · Chrome', '密码', 0],
      ['Windows · Chrome', '密码', 1],
      ['未知设备', '注册', 0],
    ]);
    const ended = devices[0]?.id ?? 0;
    expect((await t.call('DELETE', ACCOUNT_CALLS.device, { token: a, query: { id: ended } })).body.code).toBe(0);
    expect((await t.call('GET', '/api/user/userinfo', { token: b })).body.code).toBe(2);
    expect((await t.call('DELETE', ACCOUNT_CALLS.device, { token: a, query: { id: ended } })).status).toBe(404);
    await t.call('DELETE', ACCOUNT_CALLS.devices, { token: a });
    expect((await t.call('GET', '/api/user/userinfo', { token })).body.code).toBe(2);
    expect((await security(a)).devices).toHaveLength(1);
  });
});

describe('a login that is handed over in an address', () => {
  const make = async (token: string) => (await t.call<{ code: string }>('POST', ACCOUNT_CALLS.hand_over, { token })).body.data.code;
  const take = (code: string) => t.call<SignedIn>('POST', ACCOUNT_CALLS.adopt, { body: { code } });

  it('S-406 says whose it is as often as asked, and is good once, for 60 s', async () => {
    const { token, userinfo } = (await registerUser(t)).body.data;
    const code = await make(token);
    for (let i = 0; i < 2; i++) {
      const { body } = await t.call('GET', ACCOUNT_CALLS.adopt, { query: { code } });
      expect(body.data).toEqual({ nickname: userinfo.nickname, account: userinfo.account });
    }
    const answers = await Promise.all(Array.from({ length: 16 }, () => take(code)));
    const got = answers.filter(({ body }) => body.code === 0);
    expect(got).toHaveLength(1);
    expect(got[0]?.body.data.userinfo.id).toBe(userinfo.id);
    expect(got[0]?.body.data.token).not.toBe(token);
    const late = await make(token);
    t.clock.advance_ms(60_001);
    expect((await take(late)).body.msg).toBe('登录链接已失效，请重新登录');
    // a token is none
    expect((await take(token)).body.code).toBe(1);
  });
});

describe('guessing passwords', () => {
  const picture = () => readPicture(t);
  const guess = (account: string, password: string, more: object = {}) =>
    t.call('POST', '/api/user/login', { body: { account, password, ...more } });

  it('needs a picture after five wrong ones, each time anew, also for the right one', async () => {
    const mobile = newMobile();
    await registerUser(t, mobile);
    for (let i = 1; i <= 5; i++) {
      const { body } = await guess(mobile, 'not-this-one');
      expect([body.msg, body.data]).toEqual(['账号或密码错误', i === 5 ? { captcha: 1 } : null]);
    }
    const without = await guess(mobile, PASSWORD);
    expect(without.body).toMatchObject({ code: 1, fields: { picture: '请输入图中的字符' }, data: { captcha: 1 } });
    const wrong = await guess(mobile, PASSWORD, { ...(await picture()), picture: 'xxxx' });
    expect(wrong.body).toMatchObject({ code: 1, data: { captcha: 1 } });
    const read = await picture();
    expect((await guess(mobile, PASSWORD, read)).body.code).toBe(0);
    for (let i = 0; i < 5; i++) await guess(mobile, 'not-this-one');
    expect((await guess(mobile, PASSWORD, read)).body.fields).toEqual({ picture: '验证码已失效，请换一张' });
  });
});

describe('passkeys', () => {
  const origin = () => new URL(t.config.site_url).origin;
  const rp_id = () => new URL(t.config.site_url).hostname;
  const post = <T>(path: string, token: string | null, body: object) =>
    t.call<T>('POST', path, { ...(token ? { token } : {}), body, headers: { origin: origin() } });
  const optionsFor = async (path: string, token: string | null) => {
    const { key, options } = (await post<PasskeyOptions>(path, token, {})).body.data;
    return { key, challenge: String(options['challenge']) };
  };

  it('are made and used; a challenge is good once, and a key whose count does not rise is refused', async () => {
    const { token, userinfo } = (await registerUser(t)).body.data;
    const device = createAuthenticator(origin(), rp_id());
    const asked = await optionsFor(ACCOUNT_CALLS.passkey_options, token);
    const response = device.make(asked.challenge);
    const added = await post<{ list: object[] }>(ACCOUNT_CALLS.passkey, token, { key: asked.key, response, name: '我的手机' });
    expect(added.body.data.list).toHaveLength(1);
    expect((await post(ACCOUNT_CALLS.passkey, token, { key: asked.key, response, name: '再来' })).body.msg).toBe('操作已超时，请重试');

    const login = await optionsFor(ACCOUNT_CALLS.passkey_login_options, null);
    const answer = device.use(login.challenge);
    const signed = await post<SignedIn>(ACCOUNT_CALLS.passkey_login, null, { key: login.key, response: answer });
    expect(signed.body.data.userinfo.id).toBe(userinfo.id);
    expect((await post(ACCOUNT_CALLS.passkey_login, null, { key: login.key, response: answer })).body.msg).toBe('操作已超时，请重试');

    const copied = await optionsFor(ACCOUNT_CALLS.passkey_login_options, null);
    const refused = await post(ACCOUNT_CALLS.passkey_login, null, { key: copied.key, response: device.use(copied.challenge, true) });
    expect(refused.body.msg).toContain('通行密钥验证未通过');
    expect(await told(userinfo.id)).toContain('已添加通行密钥');
  });

  it('do not open from another site, and not after they were deleted', async () => {
    const { token } = (await registerUser(t)).body.data;
    const elsewhere = createAuthenticator('https://evil.example', rp_id());
    const first = await optionsFor(ACCOUNT_CALLS.passkey_options, token);
    const foreign = await post(ACCOUNT_CALLS.passkey, token, { key: first.key, response: elsewhere.make(first.challenge), name: '假' });
    expect(foreign.body.msg).toContain('通行密钥验证未通过');

    const device = createAuthenticator(origin(), rp_id());
    const asked = await optionsFor(ACCOUNT_CALLS.passkey_options, token);
    await post(ACCOUNT_CALLS.passkey, token, { key: asked.key, response: device.make(asked.challenge), name: '电脑' });
    const id = (await security(token)).passkeys[0]?.id ?? 0;
    const other = (await registerUser(t)).body.data.token;
    expect((await t.call('DELETE', ACCOUNT_CALLS.passkey, { token: other, query: { id } })).status).toBe(404);
    expect((await t.call('DELETE', ACCOUNT_CALLS.passkey, { token, query: { id } })).body.code).toBe(0);
    const login = await optionsFor(ACCOUNT_CALLS.passkey_login_options, null);
    const gone = await post(ACCOUNT_CALLS.passkey_login, null, { key: login.key, response: device.use(login.challenge) });
    expect(gone.body.msg).toContain('没有找到这个通行密钥');
  });

  it('of one account cannot be added by another who overheard the options', async () => {
    const [a, b] = [(await registerUser(t)).body.data.token, (await registerUser(t)).body.data.token];
    const asked = await optionsFor(ACCOUNT_CALLS.passkey_options, a);
    const device = createAuthenticator(origin(), rp_id());
    const stolen = await post(ACCOUNT_CALLS.passkey, b, { key: asked.key, response: device.make(asked.challenge), name: 'x' });
    expect(stolen.body.msg).toBe('操作已超时，请重试');
  });
});

describe('the supplement', () => {
  const body = { nickname: '小林', birthday: '1990-05-01', sex: 2, show_company: '见鹿', show_job: '策划' };

  it('S-403 brings 20 points once, however often and however many at once', async () => {
    const { token } = (await registerUser(t)).body.data;
    await Promise.all(Array.from({ length: 8 }, () => t.call('POST', '/user/user/userinfo', { token, body })));
    const { body: answer } = await t.call<UserInfo>('POST', '/user/user/userinfo', { token, body });
    expect(answer).toMatchObject({ code: 0, msg: '个人信息补充成功', data: { integral: 20 } });
  });

  it('SH-7 refuses a day that has not come, and says of each field what is missing', async () => {
    const { token } = (await registerUser(t)).body.data;
    const future = await t.call('POST', '/user/user/userinfo', { token, body: { ...body, birthday: '2099-01-01' } });
    expect(future.body.fields).toEqual({ birthday: '请选择日期' });
    const { body: info } = await t.call<UserInfo>('GET', '/api/user/userinfo', { token });
    expect(info.data.integral).toBe(0);
  });
});

it('sweeps what is over', async () => {
  const { token } = (await registerUser(t)).body.data;
  const { code } = (await t.call<{ code: string }>('POST', ACCOUNT_CALLS.hand_over, { token })).body.data;
  t.clock.advance_ms(8 * 86_400_000);
  for (const name of ['identity.sweep', 'wechat.forget-logins', 'privacy.clean']) {
    await jobDefinitions(t.app)
      .find((job) => job.name === name)
      ?.run({}, new AbortController().signal);
  }
  const { rows } = await t.booted.pool.pool.query('select count(*)::int as n from one_time_codes');
  expect([code.length > 20, rows[0].n]).toEqual([true, 0]);
  expect(await codeFor(t, newMobile(), 'register')).toHaveLength(6);
});
